import Testing

@testable import MotionCore

@Suite struct MountMatrixTests {
    @Test func `a chip without a matrix agrees with the desktop in x and y`() {
        let rotation = MountMatrix.identity.rotation(for: .chip)
        #expect(rotation.rotate(Vector3(1, 2, 3)) == Vector3(-1, -2, 3))
    }
}

import TestSupport
import Testing

@testable import MotionCore

@Suite struct MountMatrixTests {
    @Test(arguments: [
        "0, 1, 0; -1, 0, 0; 0, 0, 1", "0,1,0;-1,0,0;0,0,1", " 0 ,1.0, 0 ;\t-1e0, 0, 0; 0, 0, 1 \n",
    ])
    func `reads rows with and without blanks`(text: String) throws {
        let matrix = try #require(MountMatrix(text))
        #expect(matrix.x == .unitY)
        #expect(matrix.y == -.unitX)
    }

    @Test(arguments: [
        "", "1", "1, 0, 0; 0, 1, 0", "1, 0, 0; 0, 1, 0; 0, 0, 1; 0, 0, 0", "1, 0; 0, 1; 0, 0",
        "1, 0, 0, 0; 0, 1, 0; 0, 0, 1", "1, 0, x; 0, 1, 0; 0, 0, 1", "1, 0, nan; 0, 1, 0; 0, 0, 1",
        "1, 0, inf; 0, 1, 0; 0, 0, 1", "1 0 0; 0 1 0; 0 0 1", "1, 0, 0; 0, 1, 0; 0, 0, z", "1,,0;0,1,0;0,0,1",
    ])
    func `refuses what is not three rows of three numbers`(text: String) {
        #expect(MountMatrix(text) == nil)
    }

    @Test(arguments: [
        "0, 0, 0; 0, 1, 0; 0, 0, 1", "1, 0, 0; 0, 0, 0; 0, 0, 1", "1, 0, 0; 2, 0, 0; 0, 0, 1",
        "1, 0, 0; -1, 0, 0; 0, 0, 1", "1, 0, 0; 1, 0.05, 0; 0, 0, 1", "1e200, 0, 0; 0, 1, 0; 0, 0, 1",
    ])
    func `refuses first rows that span no plane`(text: String) {
        #expect(MountMatrix(text) == nil)
    }

    @Test(arguments: ["0, 0, 0", "0, 1, 0", "7, 8, 9"])
    func `never uses the third row`(third: String) throws {
        let matrix = try #require(MountMatrix("0, 1, 0; -1, 0, 0; \(third)"))
        #expect(matrix.rotation(for: .hub) == Rotation(x: .unitY, y: -.unitX))
    }

    @Test func `a plane of x and z is a plane too`() throws {
        let rotation = try #require(MountMatrix("0, 0, 1; 1, 0, 0; 0, 1, 0")).rotation(for: .hub)
        #expect(rotation.z == .unitY)
    }

    @Test func `makes rows that are scaled and askew orthonormal, x first`() throws {
        let matrix = try #require(MountMatrix("0, 3, 0; -2, 1, 0; 0, 0, 1"))
        #expect(matrix.x == .unitY)
        #expect((matrix.y + .unitX).length < 1e-12)
    }

    @Test(arguments: [MountMatrix.Convention.chip, .hub])
    func `a reflection becomes a proper rotation that keeps x and y`(
        convention: MountMatrix.Convention
    ) throws {
        var random = SplitMix64(seed: 7)
        for _ in 0..<200 {
            let proper = Quaternion.random(using: &random)
            let x = proper.rotate(.unitX), y = proper.rotate(.unitY), z = -x.cross(y)
            let text = [x, y, z].map { "\($0.x), \($0.y), \($0.z)" }.joined(separator: "; ")
            let rotation = try #require(MountMatrix(text)).rotation(for: convention)
            let sign = convention == .chip ? -1.0 : 1
            #expect((rotation.x - sign * x).length < 1e-12)
            #expect((rotation.y - sign * y).length < 1e-12)
            #expect((rotation.x.cross(rotation.y) - rotation.z).length < 1e-12)
            #expect(Rotation(elements: rotation.elements) != nil)
        }
    }

    @Test(arguments: [MountMatrix.Convention.chip, .hub])
    func `the matrix to publish for a rotation gives that rotation`(convention: MountMatrix.Convention) throws
    {
        var random = SplitMix64(seed: 8)
        for _ in 0..<200 {
            let turn = Quaternion.random(using: &random)
            let rotation = Rotation(x: turn.rotate(.unitX), y: turn.rotate(.unitY))
            let rows = MountMatrix(publishing: rotation, for: convention).rows
            let text = rows.map { "\($0.x), \($0.y), \($0.z)" }.joined(separator: "; ")
            let again = try #require(MountMatrix(text)).rotation(for: convention)
            #expect(again.angle(to: rotation) < 1e-6)
            // What iio-sensor-proxy makes of the readings while the top edge is up: y = −1 g.
            let up = rotation.inverse.rotate(.unitY)
            let raw = convention == .chip ? up : -up
            #expect((Vector3(rows[0].dot(raw), rows[1].dot(raw), rows[2].dot(raw)) + .unitY).length < 1e-9)
        }
    }

    @Test func `a chip without a matrix agrees with the desktop in x and y`() {
        let rotation = MountMatrix.identity.rotation(for: .chip)
        #expect(rotation.rotate(Vector3(1, 2, 3)) == Vector3(-1, -2, 3))
    }

    /// Three poses that were published with the matrix of this handheld: an AYANEO NEXT 2.
    @Test(arguments: [
        (Vector3(-53, 54, 4026), Vector3.unitZ), (Vector3(-28, -4041, 411), .unitY),
        (Vector3(-4152, 46, 15), .unitX),
    ])
    func `the side of a known handheld that is up reads positive`(raw: Vector3, up: Vector3) throws {
        let rotation = try #require(MountMatrix("1, 0, 0; 0, 1, 0; 0, 0, -1")).rotation(for: .chip)
        #expect(rotation.rotate(raw).angle(to: up) < 0.12)
    }
}

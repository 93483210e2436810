import MotionCore
import Testing

@testable import parallaxctl

@Suite struct CalibrationReportTests {
    @Test func `what changes is told in words`() {
        let old = Rotation(x: .unitY, y: -.unitX)
        #expect(change(from: old, to: old) == "the matrix in use is right")
        #expect(
            change(from: .identity, to: Rotation(x: .unitY, y: .unitX))
                == "x is what y was, y is what x was, z is turned round")
        #expect(
            change(from: old, to: Rotation(x: -.unitY, y: .unitX))
                == "x is turned round, y is turned round, z stays")
        // The sensor's x was the device's −y.
        #expect(change(from: old, to: .identity) == "x is what −y was, y is what x was, z stays")
        let askew = Quaternion(rotationVector: Vector3(0, 0, 0.5))
        #expect(
            change(from: .identity, to: Rotation(x: askew.rotate(.unitX), y: askew.rotate(.unitY)))
                == "turned by 29° against the one in use")
    }

    @Test func `the words are true of what was read before and after`() {
        let old = Rotation(x: .unitY, y: -.unitX), new = Rotation(x: .unitZ, y: .unitX)
        let reading = Vector3(1, 2, 3)
        let (before, after) = (old.rotate(reading), new.rotate(reading))
        #expect(change(from: old, to: new) == "x is what z was, y is turned round, z is what x was")
        #expect(after == Vector3(before.z, -before.y, before.x))
    }

    @Test func `a matrix is written as udev does`() {
        #expect(matrixText([-.unitY, .unitX, -.unitZ]) == "0, -1, 0; 1, 0, 0; 0, 0, -1")
        #expect(
            matrixText([Vector3(0.8660254, -0.5, -1e-9), .unitX, .unitZ])
                == "0.8660, -0.5000, 0; 1, 0, 0; 0, 0, 1")
    }
}

import Glibc
import ParallaxKit
import TestSupport
import Testing

@Suite struct AttitudeTests {
    @Test(arguments: [(0.0, 0.0, 0.0), (0.5, -2.5, 3), (-1.5, 3.1, -3.1), (1.2, 0.1, -0.4)])
    func `has the angles that it is made of`(pitch: Double, roll: Double, yaw: Double) {
        let attitude = Attitude(pitch: pitch, roll: roll, yaw: yaw)
        #expect(abs(attitude.pitch - pitch) < 1e-9)
        #expect(abs(attitude.roll - roll) < 1e-9)
        #expect(abs(attitude.yaw - yaw) < 1e-9)
    }

    @Test func `pitch raises the top edge, roll lowers the right one, yaw turns counter-clockwise`() {
        let top = Attitude(pitch: 0.3, roll: 0).quaternion.rotate(.unitY)
        #expect(top.z > 0)
        let right = Attitude(pitch: 0, roll: 0.3).quaternion.rotate(.unitX)
        #expect(right.z < 0)
        let turned = Attitude(pitch: 0, roll: 0, yaw: 0.3).quaternion.rotate(.unitX)
        #expect(turned.y > 0)
        #expect(abs(Attitude(pitch: .pi / 2, roll: 0).pitch - .pi / 2) < 1e-7)
    }

    @Test func `its matrix turns the earth's axes into the device's`() {
        var random = SplitMix64(seed: 1)
        for _ in 0..<100 {
            let attitude = Attitude(
                pitch: .random(in: -1.5...1.5, using: &random), roll: .random(in: -3...3, using: &random),
                yaw: .random(in: -3...3, using: &random))
            let matrix = attitude.rotationMatrix
            let up = Vector3(matrix.m13, matrix.m23, matrix.m33)
            #expect((up - attitude.quaternion.up).length < 1e-12)
            let earth = Vector3(0.3, -2, 1)
            #expect((attitude.quaternion.rotate(matrix * earth) - earth).length < 1e-12)
        }
    }

    @Test func `multiplied by another's inverse it is the turn since then`() {
        let then = Attitude(pitch: 0.8, roll: 0.2, yaw: -1)
        #expect(then.multiplied(byInverseOf: then).quaternion.angle(to: .identity) < 1e-9)
        var now = then
        now.quaternion = then.quaternion * Quaternion(rotationVector: Vector3(0, 0.25, 0))
        now.multiply(byInverseOf: then)
        #expect(abs(now.roll - 0.25) < 1e-9 && abs(now.pitch) < 1e-9 && abs(now.yaw) < 1e-9)
    }
}

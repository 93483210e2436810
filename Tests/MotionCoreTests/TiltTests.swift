import Testing

@testable import MotionCore

@Suite struct TiltTests {
    struct Case: Sendable {
        var up: Vector3
        /// Degrees.
        var pitch, roll: Double

        init(_ x: Double, _ y: Double, _ z: Double, pitch: Double, roll: Double) {
            up = Vector3(x, y, z)
            self.pitch = pitch
            self.roll = roll
        }
    }

    @Test(arguments: [
        Case(0, 0, 9.81, pitch: 0, roll: 0), Case(0, 1, 1, pitch: 45, roll: 0),
        Case(0, -1, 1, pitch: -45, roll: 0), Case(-1, 0, 1, pitch: 0, roll: 45),
        Case(1, 0, 1, pitch: 0, roll: -45), Case(0, 0, -1, pitch: 0, roll: 180),
        Case(-1, 0, 0, pitch: 0, roll: 90),
    ])
    func `pitch is the top edge's rise, roll the right edge's fall`(pose: Case) {
        let tilt = Tilt(up: pose.up)
        #expect(abs(tilt.pitch * 180 / .pi - pose.pitch) < 1e-12)
        #expect(abs(abs(tilt.roll * 180 / .pi) - abs(pose.roll)) < 1e-12)
        #expect(abs(pose.roll) == 180 || tilt.roll * pose.roll >= 0)
    }

    @Test func `upright the pitch is a quarter turn`() {
        #expect(Tilt(up: Vector3(0, 2, 0)).pitch == .pi / 2)
    }

    @Test func `no direction is level`() {
        #expect(Tilt(up: .zero) == Tilt(pitch: 0, roll: 0))
    }

    @Test func `a turn about x raises the top edge, one about y lowers the right edge`() {
        #expect(Tilt(up: Quaternion(rotationVector: 0.1 * .unitX).up).pitch > 0.099)
        #expect(Tilt(up: Quaternion(rotationVector: 0.1 * .unitY).up).roll > 0.099)
    }
}

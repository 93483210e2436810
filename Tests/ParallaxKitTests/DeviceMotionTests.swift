import MotionCore
import MotionWire
import Testing

@testable import ParallaxKit

@Suite struct DeviceMotionTests {
    private static let time = Timestamp(microseconds: 5_000_000)

    private func frame(_ motion: Motion? = nil, velocity: ViewerOffset = .zero) -> Frame {
        Frame(
            sequence: 1, time: Self.time, offset: ViewerOffset(x: 0.5, y: -0.25),
            tilt: Tilt(pitch: 0.3, roll: -0.4), detail: motion.map { Frame.Detail($0, velocity: velocity) })
    }

    private func pushed(_ acceleration: Vector3, _ attitude: Quaternion = .identity) -> Motion {
        Motion(
            time: Self.time, attitude: attitude, bias: .zero, rotationRate: Vector3(0.1, 0.2, 0.3),
            userAcceleration: acceleration * .gravity, isResting: false, shake: 0, offset: .zero)
    }

    private func motion(_ frame: Frame, _ angle: ScreenAngle = .zero) -> DeviceMotion {
        DeviceMotion(frame, screenAngle: angle, reducesMotion: false)
    }

    @Test func `flat with the screen up gravity points into the screen`() {
        #expect(DeviceMotion(time: Self.time, attitude: .identity).gravity == Vector3(0, 0, -1))
        let upright = DeviceMotion(time: Self.time, attitude: Attitude(pitch: .pi / 2, roll: 0)).gravity
        #expect((upright - Vector3(0, -1, 0)).length < 1e-9)
    }

    @Test func `gravity and user acceleration are what an accelerometer of the opposite sign reads`() {
        // Specific force of a device that lies flat and is pushed to the right with 0.5 g.
        let force = Vector3(0.5, 0, 1)
        let moved = motion(frame(pushed(Vector3(0.5, 0, 0))))
        #expect((moved.gravity + moved.userAcceleration + force).length < 1e-9)
        #expect(moved.rotationRate == Vector3(0.1, 0.2, 0.3))
    }

    @Test func `of a daemon that tells only angles it is a motion too`() {
        let plain = motion(frame())
        #expect(abs(plain.attitude.pitch - 0.3) < 1e-9 && abs(plain.attitude.roll + 0.4) < 1e-9)
        #expect(plain.userAcceleration == .zero && plain.rotationRate == .zero)
        #expect(plain.viewerOffset == ViewerOffset(x: 0.5, y: -0.25))
        #expect(plain.timestamp == 5)
    }

    @Test func `only what is for the picture follows its turn`() {
        let attitude = Attitude(pitch: 0.3, roll: 0)
        let motion = Motion(
            time: Self.time, attitude: attitude.quaternion, bias: .zero, rotationRate: .unitX,
            userAcceleration: .zero, isResting: true, shake: 0, offset: .zero)
        let wire = frame(motion, velocity: ViewerOffset(x: 1, y: 2))
        let turned = self.motion(wire, .quarter)
        #expect(turned.attitude.pitch == self.motion(wire).attitude.pitch)
        #expect(turned.rotationRate == .unitX)
        #expect(turned.viewerOffset == ViewerOffset(x: 0.25, y: 0.5))
        #expect(turned.viewerVelocity == ViewerOffset(x: -2, y: 1))
        // The device's top is the picture's right edge: raised, it is a negative roll.
        #expect(abs(turned.pose.roll + 0.3) < 1e-9 && abs(turned.pose.pitch) < 1e-9)
        #expect(abs(self.motion(wire, .half).pose.pitch + 0.3) < 1e-9)
    }

    @Test func `its pose rests where less motion is asked for`() {
        let asked = DeviceMotion(frame(), screenAngle: .zero, reducesMotion: true)
        #expect(asked.pose == ParallaxPose(reducesMotion: true))
        let pose = motion(frame()).pose
        #expect(pose.viewerOffset == ViewerOffset(x: 0.5, y: -0.25) && !pose.reducesMotion)
        #expect(abs(pose.pitch - 0.3) < 1e-9 && abs(pose.roll + 0.4) < 1e-9)
    }

    @Test(arguments: [(-1.0, 0.0), (0, 0), (0.02, 0.02), (0.1, 0.1), (0.5, 0.1), (86_400, 0.1)])
    func `is carried on as it moves, 0.1 s at most and never back`(asked: Double, carried: Double) {
        var moving = DeviceMotion(
            time: Self.time, attitude: .identity, rotationRate: Vector3(0, 2, 0),
            viewerOffset: ViewerOffset(x: 0.1, y: 0), viewerVelocity: ViewerOffset(x: 3, y: -2))
        let later = moving.predicted(at: Self.time.advanced(bySeconds: asked))
        #expect(abs(later.time.seconds(since: Self.time) - carried) < 1e-9)
        #expect(abs(later.viewerOffset.x - 0.1 - 3 * carried) < 1e-9)
        #expect(abs(later.viewerOffset.y + 2 * carried) < 1e-9)
        #expect(abs(later.attitude.roll - 2 * carried) < 1e-9)
        #expect((later.gravity + later.attitude.quaternion.up).length < 1e-12)
        #expect(moving.predicted(at: Timestamp(nanoseconds: .min)) == moving.predicted(at: Self.time))
        #expect(moving.predicted(at: Timestamp(nanoseconds: .max)).time == Self.time.advanced(bySeconds: 0.1))
        moving.viewerVelocity = ViewerOffset(x: 100, y: -100)
        let far = moving.predicted(at: Self.time.advanced(bySeconds: 0.1))
        #expect(far.viewerOffset == ViewerOffset(x: 1, y: -1))
    }
}

import Glibc
import MotionCore
import Testing

@testable import Fusion

@Suite struct NeutralPoseTests {
    private let range = NeutralPose.Settings().range

    /// Offsets of a device that moves as told, from a neutral at its first attitude.
    private func offsets(
        seesHeading: Bool = true, rate: Double = 100, seconds: Double, attitude: (Double) -> Quaternion
    ) -> [ViewerOffset] {
        var pose = NeutralPose(seesHeading: seesHeading)
        return (0..<Int(seconds * rate)).map { step in
            let time = Double(step) / rate
            pose.update(attitude(time), at: Timestamp(nanoseconds: 0).advanced(bySeconds: time))
            return pose.offset(at: attitude(time))
        }
    }

    private func largestStep(_ offsets: [ViewerOffset]) -> Double {
        zip(offsets, offsets.dropFirst()).map { $0.distance(to: $1) }.max() ?? 0
    }

    private func pose(at neutral: Quaternion, seesHeading: Bool = true) -> NeutralPose {
        var pose = NeutralPose(seesHeading: seesHeading)
        pose.update(neutral, at: Timestamp(nanoseconds: 0))
        return pose
    }

    /// Turned by `degrees` about `axis` between 1 s and 1.5 s.
    private func tilted(_ degrees: Double, about axis: Vector3 = .unitY, at seconds: Double) -> Quaternion {
        .turn(degrees * seconds.smoothstep(from: 1, to: 1.5), about: axis)
    }

    @Test(arguments: [true, false])
    func `turned to the right or down is positive`(seesHeading: Bool) {
        let pose = pose(at: .turn(10, about: .unitX), seesHeading: seesHeading)
        let right = pose.offset(at: .turn(10, about: .unitX) * .turn(5, about: .unitY))
        let down = pose.offset(at: .turn(15, about: .unitX))
        #expect(right.x > 0.2 && abs(right.y) < 0.03)
        #expect(down.y > 0.2 && abs(down.x) < 1e-9)
    }

    @Test(arguments: [true, false])
    func `the offset is continuous on the whole sphere`(seesHeading: Bool) {
        var random = Random(state: 7)
        for trial in 0..<100_000 {
            let neutral = random.turn()
            let angle = exp(Double.random(in: -12 ... -2, using: &random))
            // One in three anywhere, one near the neutral, one near its opposite.
            let far = Quaternion(rotationVector: random.direction() * (trial % 3 == 1 ? 0 : .pi))
            let near = Quaternion(rotationVector: random.vector() * 0.01)
            let first = trial % 3 == 0 ? random.turn() : neutral * far * near
            let second = first * Quaternion(rotationVector: random.direction() * angle)
            let pose = pose(at: neutral, seesHeading: seesHeading)
            let offset = pose.offset(at: first)
            let step = offset.distance(to: pose.offset(at: second))
            #expect(step <= 2.5 * angle / range)
            #expect(abs(offset.x) <= 1 && abs(offset.y) <= 1)
        }
    }

    @Test(arguments: [true, false])
    func `it is zero only towards the viewer and fades where the screen faces away`(seesHeading: Bool) {
        var random = Random(state: 9)
        for _ in 0..<10_000 {
            let held = random.turn()
            let pose = pose(at: held, seesHeading: seesHeading)
            // With gravity alone a turn of a screen that lies flat shows in full.
            let neutral = seesHeading ? held : .identity
            let flat = seesHeading ? pose : self.pose(at: .identity, seesHeading: false)
            let across = Vector3(random.normal(), random.normal(), 0).normalized ?? .unitX
            func size(_ degrees: Double) -> Double {
                flat.offset(at: neutral * .turn(degrees, about: across)).length
            }
            #expect(pose.offset(at: held).length < 1e-6)
            #expect(size(0.1) > 0.004 && size(20) > 0.8 && size(90) > 0.5)
            #expect(size(150) > 0.05 && size(150) < size(120))
            #expect(size(179) > 0 && size(179) < 0.01)
        }
    }

    @Test(arguments: [true, false], [1.0, 2, 5, 10, 15, 20])
    func `a tilt up to the range is held for 3 s and neutral after 60 s`(seesHeading: Bool, degrees: Double) {
        for rate in [30.0, 100, 1000] {
            let offsets = offsets(seesHeading: seesHeading, rate: rate, seconds: 62) {
                self.tilted(degrees, at: $0)
            }
            let ideal = pose(at: .identity).offset(at: .turn(degrees, about: .unitY)).x
            let held = offsets[Int(1.5 * rate)...Int(4.5 * rate)]
            #expect(held.allSatisfy { (0.9...1.1).contains($0.x / ideal) })
            #expect(offsets[Int(61.5 * rate)].length < 0.05 * ideal)
            for (early, late) in zip(offsets[Int(1.5 * rate)...], offsets[Int(1.6 * rate)...]) {
                #expect(early.x - late.x <= 0.015)
            }
        }
    }

    @Test(arguments: [true, false])
    func `a sway of 10 degrees shows in full for 5 min`(seesHeading: Bool) {
        let offsets = offsets(seesHeading: seesHeading, seconds: 300) {
            .turn(30, about: .unitX) * .turn(10 * sin(.pi * $0), about: .unitX)
        }
        let last = offsets.suffix(6000).map(\.y)
        let ideal = pose(at: .identity).offset(at: .turn(10, about: .unitX)).y
        #expect((last.max() ?? 0) - (last.min() ?? 0) >= 2 * 0.95 * ideal)
        #expect(abs(last.reduce(0, +) / 6000) < 0.02)
    }

    @Test(arguments: [true, false], [-50.0, 50])
    func `picked up or put down it is centred soon after`(seesHeading: Bool, degrees: Double) {
        let offsets = offsets(seesHeading: seesHeading, seconds: 8) { time in
            .turn(60, about: .unitX) * .turn(degrees * time.smoothstep(from: 2, to: 3), about: .unitX)
        }
        #expect(offsets[450...].allSatisfy { $0.length < 0.1 })
        #expect(largestStep(offsets) < 0.06)
    }

    /// A curve of the road, a gyroscope that drifts.
    @Test(arguments: [0.3, 1, 2, 3, 5, 9])
    func `a turn about the vertical that goes on and on is soon taken along`(degrees: Double) {
        let offsets = offsets(seconds: 90) { time in
            .turn(degrees * max(0, min(60, time - 10)), about: .unitZ) * .turn(90, about: .unitX)
        }
        #expect(offsets[3000..<4000].allSatisfy { $0.length < 0.45 })
        #expect(offsets[4000..<7000].allSatisfy { $0.length < 0.2 })
        // And when it ends nothing swings to the other side.
        #expect(offsets[7000...].allSatisfy { $0.x > -0.02 })
        #expect(offsets[7800...].allSatisfy { $0.length < 0.05 })
        #expect(largestStep(offsets) < 0.005)
    }

    @Test(arguments: [1.0, 2, 5, 10, 15, 20])
    func `a turn about the vertical is held for 3 s, a sway about it for good`(degrees: Double) {
        let upright = Quaternion.turn(90, about: .unitX)
        let held = offsets(seconds: 70) {
            .turn(degrees * $0.smoothstep(from: 1, to: 1.5), about: .unitZ) * upright
        }
        #expect(held[150...450].allSatisfy { (0.9...1.1).contains($0.x / held[150].x) })
        #expect(held[6150].length < 0.05 * held[150].x)
        let sway = offsets(seconds: 100) { .turn(degrees * sin(.pi * $0), about: .unitZ) * upright }
        let last = sway.suffix(2000).map(\.x)
        #expect((last.max() ?? 0) - (last.min() ?? 0) >= 2 * 0.95 * held[150].x)
        #expect(abs(last.reduce(0, +) / 2000) < 0.02)
    }

    @Test func `a slow turn about the vertical takes the viewer along`() {
        let offsets = offsets(seconds: 60) { time in
            .turn(9 * max(0, min(40, time - 2)), about: .unitZ) * .turn(90, about: .unitX)
        }
        #expect(largestStep(offsets) < 0.005)
        #expect(offsets[4800...].allSatisfy { $0.length < 0.05 })
    }

    @Test func `someone who walks round corners stays the viewer`() {
        let offsets = offsets(seconds: 30) { time in
            // A quarter turn in a second every five seconds.
            let corner = (time / 5).rounded(.down)
            let corners = corner + (time - 5 * corner).smoothstep(from: 4, to: 5)
            return .turn(90 * corners, about: .unitZ) * .turn(50, about: .unitX)
        }
        let square = offsets.reduce(0) { $0 + $1.length * $1.length } / Double(offsets.count)
        #expect(square.squareRoot() < 0.35)
        #expect(offsets[580..<900].allSatisfy { $0.length < 0.1 })
    }

    @Test(arguments: [true, false])
    func `a tumble over the whole sphere makes no jump`(seesHeading: Bool) {
        var random = Random(state: 3)
        let axes = (0..<4).map { _ in random.direction() }
        let offsets = offsets(seesHeading: seesHeading, seconds: 60) { time in
            // At most 2.6 rad/s in all.
            zip(axes, [0.5, 0.6, 0.7, 0.8]).reduce(.identity) { turn, part in
                turn * Quaternion(rotationVector: part.0 * (part.1 * time))
            }
        }
        #expect(largestStep(offsets) <= 2.5 * 2.6 / 100 / range)
    }

    @Test(arguments: [true, false])
    func `what happened in a gap does not show`(seesHeading: Bool) {
        var pose = pose(at: .identity, seesHeading: seesHeading)
        let tilted = Quaternion.turn(5, about: .unitX)
        pose.update(tilted, at: Timestamp(nanoseconds: 10_000_000))
        let before = pose.offset(at: tilted)
        let after = tilted * .turn(15, about: .unitX)
        pose.update(after, at: Timestamp(nanoseconds: 1_010_000_000))
        #expect(pose.offset(at: after).distance(to: before) < 1e-9)
    }

    @Test func `a correction of the attitude does not show`() {
        var pose = pose(at: .identity)
        let correction = Quaternion.turn(40, about: Vector3(0.6, 0.8, 0))
        let tilted = Quaternion.turn(5, about: .unitX)
        let before = pose.offset(at: tilted)
        pose.realign(by: correction)
        #expect(pose.offset(at: correction * tilted).distance(to: before) < 1e-9)
    }

    @Test(arguments: [true, false])
    func `recentring takes 150 ms, eased, while the device moves on`(seesHeading: Bool) {
        var pose = pose(at: .identity, seesHeading: seesHeading)
        var offsets: [ViewerOffset] = []
        for step in 1...400 {
            let attitude = tilted(18, about: .unitX, at: Double(step) / 100)
            let time = Timestamp(nanoseconds: Int64(step) * 10_000_000)
            pose.update(attitude, at: time)
            if step == 200 { pose.recenter(at: time) }
            offsets.append(pose.offset(at: attitude))
        }
        #expect(offsets[199].y > 0.7)
        #expect(offsets[207].y > 0.2 && offsets[207].y < 0.6)
        #expect(offsets[215...].allSatisfy { $0.length < 1e-6 })
        #expect(largestStep(Array(offsets[199...])) < 0.12)
    }

    /// Figures of shared/notes/tilt.md: gravity cannot tell a turn about y from one about −z.
    @Test func `without heading a turn is shared between screen and vertical`() {
        let held = Quaternion.turn(45, about: .unitX)
        let pose = pose(at: held, seesHeading: false)
        #expect(abs(pose.offset(at: held * .turn(10, about: .unitY)).x - 0.33) < 0.01)
        #expect(abs(pose.offset(at: held * .turn(10, about: .unitZ)).x + 0.33) < 0.01)
    }
}

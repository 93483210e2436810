import MotionCore
import Testing

@testable import Fusion

/// No promise hangs on an exact value: docs/tilt.md says how far each setting may go.
@Suite struct NeutralPoseSettingsTests {
    private static let changes:
        [(path: any WritableKeyPath<NeutralPose.Settings, Double> & Sendable, Double, Double)] =
            [
                (\.settleTime, 0.85, 1.4), (\.quickTime, 0.7, 1.4), (\.slowTime, 0.85, 1.4),
                (\.tolerance, 0.7, 1.4), (\.toleranceShare, 0.7, 1.2),
                (\.catchUpTime, 0.7, 1.1), (\.catchUpRise, 0.7, 1.2), (\.catchUpFall, 0.7, 1.4),
                (\.leastPosture, 0.9, 1.2), (\.fullPosture, 0.9, 1.1),
                (\.nearlyCaughtUp, 0.7, 1.4), (\.caughtUp, 0.7, 1.4), (\.leash, 0.9, 1.4),
                (\.leashTime, 0.7, 1.4),
                (\.freeTurn, 0.7, 1.4), (\.newHeading, 0.9, 1.4),
                (\.turnMemory, 0.7, 1.4), (\.turnPace, 0.7, 1.4), (\.turnPaceTime, 0.7, 1.4),
                (\.lastingTime, 0.7, 1.4), (\.leastLastingPace, 0.7, 1.4),
            ]

    private func offsets(
        _ settings: NeutralPose.Settings, seconds: Double, attitude: (Double) -> Quaternion
    ) -> [ViewerOffset] {
        var pose = NeutralPose(settings, seesHeading: true)
        return (0..<Int(seconds * 100)).map { step in
            let time = Double(step) / 100
            pose.update(attitude(time), at: Timestamp(nanoseconds: 0).advanced(bySeconds: time))
            return pose.offset(at: attitude(time))
        }
    }

    @Test(arguments: changes.indices)
    func `promises are kept with a setting that is off`(index: Int) {
        let (path, low, high) = Self.changes[index]
        for factor in [low, high] {
            var settings = NeutralPose.Settings()
            settings[keyPath: path] *= factor
            let comment: Comment = "change \(index), \(factor) times"
            expectHolding(settings, comment)
            expectPickUp(settings, comment)
            expectSlowTurn(settings, comment)
        }
    }

    private func expectHolding(_ settings: NeutralPose.Settings, _ comment: Comment) {
        for degrees in [2.0, 5, 10, 20] {
            let offsets = offsets(settings, seconds: 62) { time in
                .turn(degrees * time.smoothstep(from: 1, to: 1.5), about: .unitY)
            }
            #expect(offsets[450].x > 0.9 * offsets[150].x, comment)
            #expect(offsets[6150].x < 0.05 * offsets[150].x, comment)
            for (early, late) in zip(offsets[150...], offsets[160...]) {
                #expect(early.x - late.x <= 0.015, comment)
            }
        }
    }

    private func expectPickUp(_ settings: NeutralPose.Settings, _ comment: Comment) {
        for time in [0.4, 1] {
            let offsets = offsets(settings, seconds: 8) {
                .turn(50 * $0.smoothstep(from: 2, to: 2 + time), about: .unitX)
            }
            #expect(offsets[Int((3.5 + time) * 100)...].allSatisfy { $0.length < 0.1 }, comment)
        }
    }

    private func expectSlowTurn(_ settings: NeutralPose.Settings, _ comment: Comment) {
        let offsets = offsets(settings, seconds: 60) { time in
            .turn(9 * max(0, min(40, time - 2)), about: .unitZ) * .turn(90, about: .unitX)
        }
        #expect(zip(offsets, offsets.dropFirst()).allSatisfy { $0.distance(to: $1) < 0.01 }, comment)
        #expect(offsets[5400...].allSatisfy { $0.length < 0.05 }, comment)
    }
}

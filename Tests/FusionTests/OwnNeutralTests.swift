import MotionCore
import Testing

@testable import Fusion

/// A copy of the filter's neutral that is recentred for one client.
@Suite struct OwnNeutralTests {
    private static let sensors: [Set<Sensor>] = [[.accel], [.accel, .gyro]]

    /// A device that is tilted to and fro, with a posture in between, a gap and a clock that falls back.
    private static let samples: [Sample] = {
        let simulation = Simulation(attitude: { time in
            .turn(40 + 12 * time.rounded(.down).truncatingRemainder(dividingBy: 3), about: .unitX)
                * .turn(8 * time.truncatingRemainder(dividingBy: 1), about: .unitY)
        })
        let gap = simulation.samples(to: 20).filter { !(8.0..<9.5).contains($0.time.seconds) }
        return gap + simulation.samples(from: 5, to: 15)
    }()

    @Test(arguments: sensors)
    func `it moves as the filter's own, through gaps and restarts`(sensors: Set<Sensor>) {
        var filter = MotionFilter(sensors: sensors)
        var copy = filter.neutral
        for sample in Self.samples {
            filter.update(sample)
            copy.update(with: filter)
            guard let motion = filter.motion(at: sample.time) else { continue }
            #expect(copy.offset(at: motion.attitude) == motion.offset)
            #expect(copy.agrees(with: filter.neutral))
        }
    }

    @Test(arguments: sensors)
    func `it is recentred alone, eased, within 150 ms`(sensors: Set<Sensor>) {
        let simulation = Simulation(attitude: {
            .turn(30 + 15 * $0.smoothstep(from: 5, to: 5.5), about: .unitX)
        })
        var filter = MotionFilter(sensors: sensors)
        let before = filter.motions(of: simulation.samples(to: 7))
        let untouched = before.last?.offset ?? .zero
        var copy = filter.neutral
        copy.recenter(at: Timestamp(nanoseconds: 8_000_000_000))
        #expect(!copy.agrees(with: filter.neutral))
        var own: [ViewerOffset] = [untouched], shared: [ViewerOffset] = []
        for sample in simulation.samples(from: 7, to: 60) {
            filter.update(sample)
            copy.update(with: filter)
            guard sample.sensor == .accel, let motion = filter.motion(at: sample.time) else { continue }
            own.append(copy.offset(at: motion.attitude))
            shared.append(motion.offset)
        }
        #expect(untouched.y > 0.6)
        #expect(shared[20].distance(to: untouched) < 0.02)
        #expect(own[18...40].allSatisfy { $0.length < 0.02 })
        #expect(zip(own, own.dropFirst()).allSatisfy { $0.distance(to: $1) < 0.12 })
        // Once both have settled the copy is needed no longer.
        #expect(copy.agrees(with: filter.neutral))
    }

    @Test func `smoothing and prediction work on it as on the filter's own`() {
        var filter = MotionFilter(sensors: MotionFilter.both)
        var shared = OffsetSmoother(), own = OffsetSmoother(), plain = OffsetSmoother(.none)
        for sample in Self.samples.prefix(1000) {
            filter.update(sample)
            guard sample.sensor == .accel else { continue }
            let one = filter.offset(at: sample.time, smoothedBy: &shared)
            let other = filter.offset(at: sample.time, against: filter.neutral, smoothedBy: &own)
            #expect(one == other)
            let unsmoothed = filter.offset(at: sample.time, smoothedBy: &plain)
            #expect(unsmoothed == filter.motion(at: sample.time)?.offset)
        }
    }
}

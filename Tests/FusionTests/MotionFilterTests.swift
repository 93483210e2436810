import Glibc
import MotionCore
import Testing

@testable import Fusion

@Suite struct MotionFilterTests {
    private static let sensors: [Set<Sensor>] = [[.accel], [.accel, .gyro]]

    /// A device in a hand that tilts it to and fro and shakes it.
    private static let inHand = Simulation(
        attitude: { time in
            .turn(40 + 12 * sin(1.7 * time), about: .unitX) * .turn(9 * sin(2.3 * time), about: .unitY)
        },
        acceleration: { time in Vector3(0.3 * sin(11 * time), 0.2 * cos(13 * time), 0.3 * sin(17 * time)) },
        bias: Vector3(2, -3, 1) * degree)

    private func largestStep(_ motions: some Sequence<Motion>) -> Double {
        zip(motions, motions.dropFirst()).map { $0.offset.distance(to: $1.offset) }.max() ?? 0
    }

    @Test(arguments: sensors)
    func `there is no motion before the first pose`(sensors: Set<Sensor>) {
        var filter = MotionFilter(sensors: sensors)
        let time = Timestamp(nanoseconds: 0)
        filter.recenter(at: time)
        filter.update(Sample(sensor: .gyro, time: time, value: .zero))
        #expect(filter.motion(at: time) == nil)
        filter.update(Sample(sensor: .accel, time: time, value: Vector3(0, 0, gravity)))
        filter.update(Sample(sensor: .gyro, time: time.advanced(bySeconds: 0.01), value: .zero))
        #expect(filter.motion(at: time)?.offset == .zero)
        #expect(filter.motion(at: time).map { $0.attitude.up.angle(to: .unitZ) < 1e-6 } == true)
    }

    @Test(arguments: sensors)
    func `pitch and roll have the signs of iOS`(sensors: Set<Sensor>) {
        func tilt(_ pose: Quaternion) -> Tilt? {
            var filter = MotionFilter(sensors: sensors)
            return filter.motions(of: Simulation(attitude: { _ in pose }).samples(to: 2)).last?.tilt
        }
        let topRaised = tilt(.turn(20, about: .unitX))
        let rightLowered = tilt(.turn(20, about: .unitY))
        let upright = tilt(.turn(90, about: .unitX))
        #expect(topRaised.map { abs($0.pitch / degree - 20) < 0.3 && abs($0.roll / degree) < 0.3 } == true)
        #expect(rightLowered.map { abs($0.roll / degree - 20) < 0.3 && abs($0.pitch / degree) < 0.3 } == true)
        #expect(upright.map { abs($0.pitch / degree - 90) < 0.3 } == true)
    }

    @Test(arguments: sensors)
    func `the same samples give the same bits, whoever asks in between`(sensors: Set<Sensor>) {
        var asked = MotionFilter(sensors: sensors), silent = MotionFilter(sensors: sensors)
        for sample in Self.inHand.samples(to: 20) {
            asked.update(sample)
            _ = asked.motion(at: sample.time.advanced(bySeconds: 0.016))
            silent.update(sample)
        }
        let end = Timestamp(nanoseconds: 21_000_000_000)
        #expect(asked.motion(at: end) == silent.motion(at: end))
    }

    @Test(arguments: sensors, [-900_000_000_000, 1, 86_400_000_000_000])
    func `only differences of time count`(sensors: Set<Sensor>, shift: Int64) {
        var plain = MotionFilter(sensors: sensors), shifted = MotionFilter(sensors: sensors)
        for sample in Self.inHand.samples(to: 10) {
            plain.update(sample)
            var later = sample
            later.time.nanoseconds += shift
            shifted.update(later)
            var expected = plain.motion(at: sample.time)
            expected?.time = later.time
            #expect(shifted.motion(at: later.time) == expected)
        }
    }

    @Test(arguments: sensors)
    func `bad values and times are refused without harm`(sensors: Set<Sensor>) {
        var plain = MotionFilter(sensors: sensors), pestered = MotionFilter(sensors: sensors)
        let bad = [
            Vector3(.nan, 0, 0), Vector3(0, .infinity, 0), Vector3(0, 0, -.infinity), Vector3(1e200, 0, 0),
        ]
        for sample in Self.inHand.samples(to: 5) {
            for value in bad {
                pestered.update(Sample(sensor: sample.sensor, time: sample.time, value: value))
            }
            pestered.update(sample)
            plain.update(sample)
            for seconds in [0, -0.003, -0.9, -5, 7, 86_400] {
                let time = sample.time.advanced(bySeconds: seconds)
                pestered.update(Sample(sensor: sample.sensor, time: time, value: Vector3(9, 9, 9)))
            }
            #expect(pestered.motion(at: sample.time) == plain.motion(at: sample.time))
        }
    }

    @Test func `wild values leave no lasting mark`() {
        var filter = MotionFilter(sensors: MotionFilter.both)
        var random = Random(state: 29)
        for var sample in Self.inHand.samples(to: 60) {
            if sample.time.seconds < 30, Int.random(in: 0..<50, using: &random) == 0 {
                sample.value = random.vector() * 3000
            }
            filter.update(sample)
        }
        let end = Timestamp(nanoseconds: 1_000_000_000).advanced(bySeconds: 59.99)
        let error = filter.motion(at: end)?.inclinationError(Self.inHand.attitude(59.99))
        #expect(error.map { $0 < 3 } == true)
    }

    @Test func `without a gyroscope in use its samples are ignored`() {
        var plain = MotionFilter(sensors: [.accel]), both = MotionFilter(sensors: [.accel])
        for sample in Self.inHand.samples(to: 5) {
            both.update(sample)
            if sample.sensor == .accel { plain.update(sample) }
            #expect(both.motion(at: sample.time) == plain.motion(at: sample.time))
        }
    }

    @Test func `it does not matter which sensor of a moment comes first`() {
        let samples = Self.inHand.samples(to: 20)
        var first = MotionFilter(sensors: MotionFilter.both), second = first
        for pair in stride(from: 0, to: samples.count, by: 2) {
            first.update(samples[pair])
            first.update(samples[pair + 1])
            second.update(samples[pair + 1])
            second.update(samples[pair])
            let time = samples[pair].time
            guard time.seconds > 5, let one = first.motion(at: time), let other = second.motion(at: time)
            else { continue }
            #expect(one.attitude.up.angle(to: other.attitude.up) < 0.2 * degree)
            #expect(one.offset.distance(to: other.offset) < 0.02)
        }
    }

    @Test(arguments: [0.0, 0.016])
    func `prediction reaches the time asked for`(ahead: Double) {
        var settings = MotionFilter.Settings()
        settings.attitude.gyroscopeDelay = 0
        var filter = MotionFilter(sensors: MotionFilter.both, settings: settings)
        var worst = 0.0
        for sample in Self.inHand.samples(to: 30) {
            filter.update(sample)
            guard sample.time.seconds > 10 else { continue }
            let time = sample.time.advanced(bySeconds: ahead)
            guard let motion = filter.motion(at: time) else { continue }
            worst = max(worst, motion.inclinationError(Self.inHand.attitude(time.seconds)))
        }
        #expect(worst < 0.5)
    }

    @Test func `rate, acceleration and bias are the device's own`() throws {
        let simulation = Simulation(
            attitude: { .turn(30 * sin($0), about: .unitX) },
            acceleration: { Vector3(2 * sin(20 * $0), 0, 0) }, bias: Vector3(1, 2, -3) * degree)
        var filter = MotionFilter(sensors: MotionFilter.both)
        let motion = try #require(filter.motions(of: simulation.samples(to: 60)).last)
        let time = motion.time.seconds
        #expect(abs(motion.userAcceleration.x - 2 * sin(20 * time)) < 0.2)
        #expect(abs(motion.rotationRate.x / degree - 30 * cos(time)) < 1)
        #expect((motion.bias - simulation.bias).length < 0.5 * degree)
        #expect(!motion.isResting)
    }

    @Test(arguments: sensors, [0.3, 0.6, 0.99, 1.01, 5])
    func `a gap with a turn in it makes no jump`(sensors: Set<Sensor>, gap: Double) {
        let simulation = Simulation(attitude: { time in
            .turn(50, about: .unitX) * .turn(15 * time.smoothstep(from: 30, to: 30 + gap), about: .unitY)
        })
        var filter = MotionFilter(sensors: sensors)
        let kept = simulation.samples(to: 45).filter {
            $0.time.seconds < 30.001 || $0.time.seconds > 30 + gap - 0.001
        }
        let motions = filter.motions(of: kept).drop { $0.time.seconds < 5 }
        #expect(largestStep(motions) < 0.03)
        #expect(motions.last.map { $0.inclinationError(simulation.attitude(45)) < 0.3 } == true)
    }

    @Test(arguments: sensors)
    func `a clock that falls back restarts and makes no jump`(sensors: Set<Sensor>) {
        var filter = MotionFilter(sensors: sensors)
        let before = filter.motions(of: Self.inHand.samples(to: 10))
        let after = filter.motions(of: Self.inHand.samples(from: 2, to: 10))
        #expect(after.count == 800)
        let seam = [before.last, after.first].compactMap { $0 }
        #expect(largestStep(seam) < 0.05)
        // The first sample alone proves nothing about the clock.
        #expect(
            after.dropFirst().allSatisfy { $0.inclinationError(Self.inHand.attitude($0.time.seconds)) < 6 })
    }

    @Test func `a quarter turn that the gyroscope missed makes no jump`() {
        let turned = Quaternion.turn(90, about: .unitX)
        let simulation = Simulation(attitude: { $0 < 10 ? .identity : turned })
        var filter = MotionFilter(sensors: MotionFilter.both)
        let samples = simulation.samples(to: 20).filter { $0.sensor == .accel || $0.value.length < 1 }
        let motions = filter.motions(of: samples)
        #expect(largestStep(motions) < 0.05)
        #expect(motions.last.map { $0.inclinationError(turned) < 0.5 } == true)
    }

    @Test(arguments: sensors)
    func `a tilt shows, stays for seconds and becomes neutral`(sensors: Set<Sensor>) throws {
        let simulation = Simulation(attitude: { time in
            .turn(20, about: .unitX) * .turn(10 * time.smoothstep(from: 10, to: 10.5), about: .unitX)
        })
        var filter = MotionFilter(sensors: sensors)
        let motions = filter.motions(of: simulation.samples(to: 75))
        let (shown, held) = (motions[1100], motions[1350])
        #expect(abs(shown.offset.y - 0.49) < 0.05)
        #expect(held.offset.y > 0.9 * 0.49)
        #expect(try #require(motions.last).offset.length < 0.05 * 0.49)
    }

    @Test(arguments: sensors)
    func `recentring is done after 150 ms and a little`(sensors: Set<Sensor>) {
        let simulation = Simulation(attitude: { .turn(15 * $0.smoothstep(from: 3, to: 4), about: .unitX) })
        var filter = MotionFilter(sensors: sensors)
        var motions = filter.motions(of: simulation.samples(to: 5))
        #expect(motions.last.map { $0.offset.y > 0.6 } == true)
        filter.recenter(at: Timestamp(nanoseconds: 6_000_000_000))
        motions = filter.motions(of: simulation.samples(from: 5, to: 5.5))
        #expect(largestStep(motions) < 0.12)
        #expect(motions[17...].allSatisfy { $0.offset.length < 0.02 })
    }
}

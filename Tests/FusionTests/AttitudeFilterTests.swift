import Glibc
import MotionCore
import Testing

@testable import Fusion

@Suite struct AttitudeFilterTests {
    private static let pose = Quaternion.turn(30, about: Vector3(0.958, 0.287, 0))
    private static let still = Simulation(attitude: { _ in pose })

    /// Held in a moving hand: it turns by some 20° and is shaken with 1 m/s².
    private static let inHand = Simulation(
        attitude: { time in
            pose * .turn(20 * sin(2.3 * time), about: .unitX) * .turn(15 * sin(3.1 * time), about: .unitZ)
        },
        acceleration: { time in Vector3(sin(9 * time), cos(11 * time), sin(13 * time)) },
        bias: Vector3(2, -3, 1) * degree)

    /// Inclination errors in degrees, by time.
    private func errors(
        _ simulation: Simulation, to end: Double, change: (Sample) -> Sample? = { $0 }
    ) -> [(time: Double, error: Double)] {
        var filter = AttitudeFilter()
        return simulation.samples(to: end).compactMap(change).compactMap { sample in
            filter.update(sample)
            guard sample.sensor == .accel, let attitude = filter.attitude(at: sample.time) else { return nil }
            let truth = simulation.attitude(sample.time.seconds)
            return (sample.time.seconds, attitude.up.angle(to: truth.up) / degree)
        }
    }

    private func worst(_ errors: [(time: Double, error: Double)], from start: Double) -> Double {
        errors.filter { $0.time >= start }.map(\.error).max() ?? .infinity
    }

    @Test func `there is no attitude before the first acceleration`() {
        var filter = AttitudeFilter()
        let time = Timestamp(nanoseconds: 5)
        filter.update(Sample(sensor: .gyro, time: time, value: .zero))
        #expect(filter.attitude(at: time) == nil)
        filter.update(Sample(sensor: .accel, time: time, value: Vector3(0, gravity, 0)))
        #expect(filter.attitude(at: time).map { $0.up.angle(to: .unitY) < 1e-9 } == true)
    }

    @Test func `it finds the vertical from any orientation at once`() {
        var random = Random(state: 11)
        for _ in 0..<50 {
            let pose = random.turn()
            let simulation = Simulation(attitude: { _ in pose }, seed: random.next())
            #expect(worst(errors(simulation, to: 1.5), from: 0) < 0.6)
        }
    }

    @Test func `an offset of 5 degrees per second is learnt at rest`() {
        var simulation = Self.still
        simulation.bias = Vector3(5, -5, 5) * degree
        let errors = errors(simulation, to: 120)
        #expect(worst(errors, from: 1.5) < 0.2)
        #expect(worst(errors, from: 60) < 0.05)
    }

    @Test func `rest is noticed after a second and shows in the deviation of the bias`() {
        var filter = AttitudeFilter()
        let start = filter.biasDeviation.z
        var restedFrom: Double?
        for sample in Self.still.samples(to: 5) {
            filter.update(sample)
            if filter.isResting, restedFrom == nil { restedFrom = sample.time.seconds }
        }
        #expect(restedFrom.map { 1 < $0 && $0 < 1.5 } == true)
        #expect(filter.biasDeviation.z < start / 10)
        for sample in Self.inHand.samples(from: 5, to: 6) { filter.update(sample) }
        #expect(!filter.isResting)
    }

    @Test func `an offset is learnt in motion too, but about the vertical`() {
        var filter = AttitudeFilter()
        for sample in Self.inHand.samples(to: 60) { filter.update(sample) }
        #expect((filter.bias - Self.inHand.bias).cross(filter.attitude.up).length < 0.3 * degree)
        #expect(worst(errors(Self.inHand, to: 60), from: 10) < 1)
    }

    @Test func `a stored offset is right from the first second`() {
        var settings = AttitudeFilter.Settings()
        settings.bias = Self.inHand.bias
        settings.biasDeviation = Vector3(0.01, 0.01, 0.01)
        var filter = AttitudeFilter(settings)
        for sample in Self.inHand.samples(to: 10) {
            filter.update(sample)
            #expect((filter.bias - Self.inHand.bias).length < 0.3 * degree)
        }
    }

    @Test func `a quarter turn that the gyroscope missed is found within 1.5 s`() {
        let turned = Quaternion.turn(90, about: .unitX) * Self.pose
        let simulation = Simulation(attitude: { $0 < 30 ? Self.pose : turned })
        let errors = errors(simulation, to: 40) { sample in
            // The jump itself is an endless rate.
            sample.sensor == .gyro && sample.value.length > 1 ? nil : sample
        }
        #expect(worst(errors.filter { $0.time < 30 }, from: 1) < 0.2)
        #expect(worst(errors, from: 31.5) < 2)
    }

    @Test func `a push of 0.2 g for 3 s is not taken for gravity`() {
        var simulation = Self.still
        simulation.acceleration = { 30 <= $0 && $0 < 33 ? Vector3(0.2 * gravity, 0, 0) : .zero }
        #expect(worst(errors(simulation, to: 45), from: 30) < 1)
    }

    @Test func `taps of 4 g do no harm`() {
        var simulation = Self.still
        simulation.acceleration = { time in
            let phase = time - time.rounded(.down)
            let taps = time >= 30 && phase < 0.0399
            return taps ? Vector3(4 * gravity * sin((phase + 0.005) / 0.04 * 2 * .pi), 0, 0) : .zero
        }
        #expect(worst(errors(simulation, to: 40), from: 30) < 0.1)
    }

    @Test func `one sample in five lost costs little`() {
        var random = Random(state: 5)
        let lossy = errors(Self.inHand, to: 60) { Int.random(in: 0..<5, using: &random) == 0 ? nil : $0 }
        #expect(worst(lossy, from: 10) < 1.5)
    }

    @Test(arguments: [8.0, 25, 50, 400, 1000])
    func `the rate of the samples matters little`(rate: Double) {
        var simulation = Self.inHand
        simulation.rate = rate
        #expect(worst(errors(simulation, to: 30), from: 10) < 1.6)
    }

    @Test func `the sensors' axes do not matter`() {
        var random = Random(state: 17)
        let quarters = [Vector3.unitX, .unitY, .unitZ].map { Quaternion.turn(90, about: $0) }
        for turn in quarters + (0..<5).map({ _ in random.turn() }) {
            var plain = AttitudeFilter(), turned = AttitudeFilter()
            for sample in Self.inHand.samples(to: 20) {
                plain.update(sample)
                var other = sample
                other.value = turn.rotate(sample.value)
                turned.update(other)
            }
            // Scale is kept by axis, so other turns than quarters change a little more.
            let tolerance = quarters.contains(turn) ? 1e-3 : 0.05
            #expect(turn.rotate(plain.attitude.up).angle(to: turned.attitude.up) / degree < tolerance)
            #expect((turn.rotate(plain.bias) - turned.bias).length / degree < tolerance)
        }
    }

    @Test func `a clipped gyroscope is trusted less when its range is known`() {
        let flick = Simulation(attitude: { time in
            .turn(90 * time.smoothstep(from: 20, to: 20.06), about: .unitX)
        })
        let range = 500 * degree
        func error(known: Bool) -> Double {
            var settings = AttitudeFilter.Settings()
            settings.gyroscopeRange = known ? range : nil
            var filter = AttitudeFilter(settings)
            for var sample in flick.samples(to: 20.6) {
                if sample.sensor == .gyro { sample.value.x = max(-range, min(range, sample.value.x)) }
                filter.update(sample)
            }
            return filter.attitude.up.angle(to: flick.attitude(20.6).up) / degree
        }
        #expect(error(known: true) < 0.6 * error(known: false))
    }

    @Test func `lost samples cost less where rates are integrated as cubics`() {
        // A rate that is the mean since the sample before, half a step early, is the trapezoid.
        let shaking = Simulation(
            attitude: { .turn(10 * sin(2 * .pi * 7 * $0), about: .unitX) }, rateNoise: 0, accelerationNoise: 0
        )
        func error(averages: Bool) -> Double {
            var settings = AttitudeFilter.Settings()
            settings.gyroscopeDelay = averages ? -0.01 : 0
            settings.gyroscopeAverages = averages
            var filter = AttitudeFilter(settings)
            var worst = 0.0
            for (place, sample) in shaking.samples(to: 12).enumerated() where place % 4 < 2 {
                filter.update(sample)
                guard sample.time.seconds > 10, let attitude = filter.attitude(at: sample.time) else {
                    continue
                }
                let truth = shaking.attitude(sample.time.seconds)
                worst = max(worst, attitude.up.angle(to: truth.up) / degree)
            }
            return worst
        }
        #expect(error(averages: false) < 0.6 * error(averages: true))
    }

    @Test func `a velocity left over from a push is dropped at rest`() {
        var filter = AttitudeFilter()
        var simulation = Self.still
        simulation.acceleration = { 10 <= $0 && $0 < 12 ? Vector3(0.3 * gravity, 0, 0) : .zero }
        for sample in simulation.samples(to: 12) { filter.update(sample) }
        #expect(filter.velocity.length > 2)
        for sample in simulation.samples(from: 12, to: 15) { filter.update(sample) }
        #expect(filter.velocity.length < 0.1)
    }

    @Test func `a gyroscope that starts late is not taken to have been still`() {
        var filter = AttitudeFilter()
        var simulation = Self.still
        simulation.bias = Vector3(5, -5, 5) * degree
        for sample in simulation.samples(to: 20) where sample.sensor == .accel || sample.time.seconds > 10 {
            filter.update(sample)
            guard sample.time.seconds > 9.9, sample.time.seconds < 10 else { continue }
            #expect(!filter.isResting)
        }
        #expect((filter.bias - simulation.bias).length < 0.1 * degree)
    }

    @Test func `a gyroscope that falls silent leaves up to the accelerometer`() {
        let simulation = Simulation(attitude: { .turn(60 * $0.smoothstep(from: 6, to: 7), about: .unitX) })
        let errors = errors(simulation, to: 10) { $0.sensor == .gyro && $0.time.seconds > 5 ? nil : $0 }
        #expect(worst(errors, from: 8.5) < 1)
    }

    @Test(arguments: [Sensor.gyro, .accel])
    func `a gap or a clock that falls back is one restart`(first: Sensor) {
        var filter = AttitudeFilter()
        func run(_ start: Double, _ end: Double) {
            var samples = Self.inHand.samples(from: start, to: end)
            if first == .accel { samples.removeFirst() }
            for sample in samples { filter.update(sample) }
        }
        run(0, 10)
        #expect(filter.restarts == 0)
        run(12, 15)
        #expect(filter.restarts == 1)
        let bias = filter.bias
        run(3, 3.2)
        #expect(filter.restarts == 2)
        #expect(filter.bias == bias)
        run(3.2, 20)
        #expect(filter.restarts == 2)
    }

    @Test func `free fall and dead zeros leave a number, and it recovers`() {
        var filter = AttitudeFilter()
        for var sample in Self.still.samples(to: 20) {
            let seconds = sample.time.seconds
            if sample.sensor == .accel, seconds < 1 || (5 < seconds && seconds < 6) { sample.value = .zero }
            filter.update(sample)
            guard let attitude = filter.attitude(at: sample.time) else { continue }
            #expect(abs(attitude.angle(to: .identity)) <= .pi)
        }
        #expect(filter.attitude.up.angle(to: Self.pose.up) < 0.5 * degree)
    }
}

import Glibc
import MotionCore
import Testing

@testable import Fusion

@Suite struct GravityFilterTests {
    /// Angles in degrees between up as estimated and as it is, by time.
    private func errors(_ simulation: Simulation, to end: Double) -> [(time: Double, error: Double)] {
        var filter = GravityFilter()
        return simulation.samples(to: end).compactMap { sample in
            filter.update(sample)
            guard sample.sensor == .accel, let attitude = filter.attitude else { return nil }
            let truth = simulation.attitude(sample.time.seconds)
            return (sample.time.seconds, attitude.up.angle(to: truth.up) / degree)
        }
    }

    private func worst(_ errors: [(time: Double, error: Double)], from start: Double) -> Double {
        errors.filter { $0.time >= start }.map(\.error).max() ?? .infinity
    }

    @Test func `it finds the vertical from any orientation at once`() {
        var random = Random(state: 23)
        for _ in 0..<50 {
            let pose = random.turn()
            #expect(worst(errors(Simulation(attitude: { _ in pose }), to: 3), from: 0) < 0.6)
        }
    }

    @Test func `it is steady in a shaking train`() {
        let train = Simulation(
            attitude: { _ in .turn(40, about: .unitX) },
            acceleration: { time in Vector3(1.5 * sin(12 * time), 1.5 * cos(17 * time), sin(25 * time)) })
        #expect(worst(errors(train, to: 60), from: 5) < 1.5)
    }

    @Test func `it is quick in a deliberate tilt`() {
        let tilt = Simulation(attitude: { .turn(20 * $0.smoothstep(from: 10, to: 10.4), about: .unitY) })
        #expect(worst(errors(tilt, to: 15), from: 10.55) < 2)
    }

    @Test func `it keeps up with a device that sways on and on`() {
        let sway = Simulation(attitude: { .turn(20 * sin(.pi * $0), about: .unitY) })
        let errors = errors(sway, to: 30).filter { $0.time >= 3 }.map(\.error)
        let mean = errors.reduce(0) { $0 + $1 * $1 } / Double(errors.count)
        #expect(mean.squareRoot() < 2)
    }

    @Test func `it keeps up with a device that is turned on and on`() {
        let turning = Simulation(attitude: { .turn(60 * $0, about: Vector3(0.6, 0.8, 0)) })
        #expect(worst(errors(turning, to: 60), from: 1) < 12)
    }

    @Test func `dead zeros leave a number, and it recovers`() {
        var filter = GravityFilter()
        for var sample in Simulation(attitude: { _ in .turn(60, about: .unitX) }).samples(to: 10) {
            if sample.time.seconds < 2 { sample.value = .zero }
            filter.update(sample)
        }
        #expect(filter.attitude.map { abs(Tilt(up: $0.up).pitch / degree - 60) < 0.5 } == true)
    }

    @Test func `the heading follows the least turn`() {
        var filter = GravityFilter()
        for step in 0...200 {
            let up = Quaternion.turn(0.3 * Double(step), about: .unitX).conjugate.rotate(.unitZ)
            let time = Timestamp(nanoseconds: Int64(step) * 10_000_000)
            filter.update(Sample(sensor: .accel, time: time, value: up * gravity))
        }
        let attitude = filter.attitude ?? .identity
        #expect(abs(attitude.y) < 1e-9 && abs(attitude.z) < 1e-9)
        #expect(Tilt(up: attitude.up).pitch > 50 * degree)
    }

    @Test func `a gyroscope is not listened to`() {
        var filter = GravityFilter()
        filter.update(Sample(sensor: .gyro, time: Timestamp(nanoseconds: 0), value: .unitX))
        #expect(filter.attitude == nil)
    }

    @Test func `rest is noticed after a second`() {
        var filter = GravityFilter()
        let still = Simulation(attitude: { _ in .identity })
        for sample in still.samples(to: 0.9) { filter.update(sample) }
        #expect(!filter.isResting)
        for sample in still.samples(from: 0.9, to: 1.2) { filter.update(sample) }
        #expect(filter.isResting)
        #expect(filter.userAcceleration.length < 0.15)
    }
}

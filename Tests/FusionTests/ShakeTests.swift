import Glibc
import MotionCore
import Testing

@testable import Fusion

@Suite struct ShakeTests {
    private func shake(_ simulation: Simulation) -> Double {
        var shake = Shake()
        for sample in simulation.samples(to: 10) { shake.update(sample) }
        return shake.mean
    }

    @Test func `a device at rest and one that is only tilted are not shaken`() {
        #expect(shake(Simulation(attitude: { _ in .identity })) < 0.03)
        #expect(shake(Simulation(attitude: { .turn(40 * sin(6 * $0), about: .unitX) })) < 0.03)
    }

    @Test(arguments: [25.0, 100, 200])
    func `steps shake it, however often it is sampled`(rate: Double) {
        // The mean of |sin| is 0.64.
        let walk = Simulation(
            attitude: { _ in .turn(45, about: .unitX) }, acceleration: { Vector3(0, 0, 1.2 * sin(12 * $0)) },
            rate: rate)
        #expect(abs(shake(walk) - 0.76) < 0.08)
    }

    @Test func `what is no acceleration does not count`() {
        var shake = Shake()
        for sample in Simulation(attitude: { _ in .identity }).samples(to: 1) { shake.update(sample) }
        let before = shake.mean
        let time = Timestamp(nanoseconds: 3_000_000_000)
        shake.update(Sample(sensor: .gyro, time: time, value: Vector3(50, 0, 0)))
        shake.update(Sample(sensor: .accel, time: time, value: Vector3(.nan, 0, 0)))
        #expect(shake.mean == before)
        // After a long gap the length is learnt anew.
        shake.update(Sample(sensor: .accel, time: time.advanced(bySeconds: 10), value: Vector3(0, 0, 20)))
        #expect(shake.mean == before)
    }
}

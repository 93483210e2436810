import AllocationCount
import Glibc
import MotionCore
import Testing

@testable import Fusion

@Suite struct EnduranceTests {
    /// Five minutes of rest and five of motion.
    private static let turns = Simulation(
        attitude: { time in
            let moves = time < 300 ? 0.0 : 1
            return .turn(40, about: .unitX) * .turn(moves * 30 * sin(2 * .pi * time / 6), about: .unitY)
        },
        rate: 4, bias: Vector3(2, -3, 1) * degree)

    /// 24 h with four samples of each sensor a second, so that it takes little time.
    @Test func `a day of rest and motion leaves the filter sane`() {
        var filter = AttitudeFilter()
        let samples = Self.turns.samples(to: 600)
        for round in 0..<144 {
            var worst = 0.0
            for var sample in samples {
                let truth = sample.time.seconds
                sample.time.nanoseconds += 600_000_000_000 * Int64(round)
                filter.update(sample)
                guard sample.sensor == .accel, truth.truncatingRemainder(dividingBy: 10) == 0 else {
                    continue
                }
                worst = max(worst, filter.attitude.up.angle(to: Self.turns.attitude(truth).up) / degree)
                #expect(isSane(filter.covariance) || filter.isStarting)
            }
            let q = filter.attitude
            #expect(abs((q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z).squareRoot() - 1) < 1e-12)
            #expect(worst < 3)
        }
        #expect(filter.restarts == 0)
        #expect((filter.bias - Self.turns.bias).length < 0.3 * degree)
    }

    /// Symmetric, and with every variance positive and hardly larger than what is said when nothing is known.
    private func isSane(_ covariance: Covariance) -> Bool {
        let largest = [0.2, 0.2, 0.08, 0.08, 0.08, 3, 3, 0.3, 0.3, 0.3, 0.03, 0.03, 0.03]
        return (0..<ErrorState.count).allSatisfy { row in
            let variance = covariance[row, row]
            guard variance > 0, variance < largest[row] * largest[row] else { return false }
            return (0..<row).allSatisfy { column in
                let shared = covariance[row, column]
                return shared == covariance[column, row]
                    && shared * shared <= variance * covariance[column, column] * (1 + 1e-9)
            }
        }
    }

    @Test(.enabled(if: plx_counts_allocations()), arguments: [[Sensor.accel], [.accel, .gyro]])
    func `no memory is asked for once it runs`(sensors: [Sensor]) {
        var filter = MotionFilter(sensors: Set(sensors))
        let samples = Self.turns.samples(to: 1000)
        for sample in samples.prefix(4_000) { filter.update(sample) }
        let before = plx_allocations()
        for place in 4_000..<8_000 {
            filter.update(samples[place])
        }
        #expect(plx_allocations() == before)
        let between = plx_allocations()
        for place in 4_000..<8_000 { _ = filter.motion(at: samples[place].time) }
        #expect(plx_allocations() == between)
        let counted = [UInt64](repeating: plx_allocations(), count: samples.count)
        #expect(plx_allocations() > counted[0])
    }
}

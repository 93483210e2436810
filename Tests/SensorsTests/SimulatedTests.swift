import Glibc
import LinuxIO
import MotionCore
import Testing

@testable import Sensors

@Suite struct SimulatedTests {
    /// The scans of `seconds` from the start.
    private func scans(_ motion: SimulatedMotion, seconds: Int) -> [[Scan]] {
        var imu = SimulatedIMU(motion)
        return (1...seconds * Int(SimulatedIMU.rate)).map { count in
            let time = Double(count) / SimulatedIMU.rate
            return imu.scans(at: time, timestamp: Timestamp(nanoseconds: 0).advanced(bySeconds: time))
        }
    }

    private func mean(_ values: [Vector3]) -> Vector3 {
        values.reduce(.zero, +) / Double(values.count)
    }

    @Test(arguments: SimulatedMotion.allCases)
    func `gives the same scans on each run`(motion: SimulatedMotion) {
        #expect(scans(motion, seconds: 3) == scans(motion, seconds: 3))
    }

    @Test(arguments: SimulatedMotion.allCases)
    func `the acceleration is gravity where the attitude has it`(motion: SimulatedMotion) throws {
        for (index, pair) in scans(motion, seconds: 24).enumerated() {
            let accel = try #require(pair.first { $0.sensor == .accel })
            let attitude = motion.attitude(at: Double(index + 1) / SimulatedIMU.rate)
            // Its offset and six deviations of its noise.
            #expect((accel.value - 9.80665 * attitude.up).length < 0.116 + 6 * 0.02 * 3.0.squareRoot())
        }
    }

    @Test(arguments: SimulatedMotion.allCases)
    func `the rate leads from attitude to attitude`(motion: SimulatedMotion) throws {
        let rates = try scans(motion, seconds: 24).map { try #require($0.first { $0.sensor == .gyro }).value }
        let bias = mean(scansAtRest())
        var attitude = motion.attitude(at: 0.5 / SimulatedIMU.rate)
        var worst = 0.0
        for (index, rate) in rates.enumerated() {
            attitude = attitude * Quaternion(rotationVector: (rate - bias) / SimulatedIMU.rate)
            worst = max(
                worst, attitude.angle(to: motion.attitude(at: (Double(index) + 1.5) / SimulatedIMU.rate)))
        }
        // The noise alone walks 0.0017 · √(24 / 100) rad.
        #expect(worst < 0.01)
    }

    private func scansAtRest() -> [Vector3] {
        scans(.still, seconds: 60).compactMap { $0.first { $0.sensor == .gyro }?.value }
    }

    @Test func `a device that lies still reads its offsets and little else`() {
        let rates = scansAtRest()
        #expect((mean(rates) - Vector3(0.011, -0.007, 0.016)).length < 2e-4)
        #expect(rates.allSatisfy { ($0 - mean(rates)).length < 0.02 })
    }

    @Test func `the source ticks at its rate and stamps by the monotonic clock`() throws {
        let source = try SimulatedSource(.hand)
        let start = monotonicNanoseconds()
        var scans: [Scan] = []
        while scans.count < 20 {
            var watched = pollfd(fd: source.descriptors[0], events: CShort(POLLIN), revents: 0)
            try #require(poll(&watched, 1, 10_000) == 1)
            try source.read { scan, sample in
                #expect(sample.value == scan.value)
                scans.append(scan)
            }
        }
        let times = scans.map(\.time.nanoseconds)
        #expect(zip(times, times.dropFirst(2)).allSatisfy { $1 - $0 == 10_000_000 })
        #expect(scans.map(\.sensor) == scans.indices.map { $0 % 2 == 0 ? .gyro : .accel })
        #expect(times[0] >= start - 1_000_000_000 && times[0] <= monotonicNanoseconds())
        #expect(source.device.mode == .simulation)
        #expect(source.device.sensors == [.accel, .gyro])
    }
}

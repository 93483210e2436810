package import LinuxIO
package import MotionCore

/// A device that is not there, at the pace of one that is.
package final class SimulatedSource: MotionSource {
    package let device: SensorDevice
    private var imu: SimulatedIMU
    private let timer: TickTimer
    private let start = monotonicNanoseconds()
    private var count: Int64 = 0

    package init(_ motion: SimulatedMotion) throws(Errno) {
        device = SensorDevice(
            id: "sim", name: "simulated \(motion.rawValue)", sensors: [.accel, .gyro], mode: .simulation)
        imu = SimulatedIMU(motion)
        let timer = try TickTimer()
        try timer.start(hertz: SimulatedIMU.rate)
        self.timer = timer
    }

    package var descriptors: [CInt] { [timer.descriptor] }

    package func read(_ body: (Scan, Sample) -> Void) throws(SourceFailure) {
        let ticks: UInt64
        do throws(Errno) { ticks = try timer.ticks() } catch {
            throw .failed("the simulation's timer", error)
        }
        for _ in 0..<ticks {
            count += 1
            let time = Double(count) / SimulatedIMU.rate
            let timestamp = Timestamp(nanoseconds: start).advanced(bySeconds: time)
            for scan in imu.scans(at: time, timestamp: timestamp) { body(scan, device.axes.sample(scan)) }
        }
    }
}

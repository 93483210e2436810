import CIIOShim
import LinuxIO
import MotionCore
import Plausibility

/// One IIO device that streams in one way.
@safe final class SensorStream {
    let attempt: Attempt
    /// Empty where there is none.
    let trigger: String
    /// Scans a second that were asked for, whatever the device offers.
    let wantedRate: Double
    /// Scans a second: those that the device names, else those that were asked for.
    let rate: Double
    /// Whether another program has claimed the buffer, which then goes on running when this ends.
    var isClaimed = false
    /// What each sensor's value moves by at least.
    let steps: [Sensor: Double]
    private let handle: OpaquePointer
    /// −1 for a hub's accelerometer, whose readings point down at rest.
    private let accelSign: Double
    private let isBoottime: Bool
    private var clock: ScanClock
    private var scans = [plx_scan](repeating: plx_scan(), count: 64)
    /// Goes when the stream is closed.
    private let note: SettingsNote?
    /// Must outlive the stream.
    private let catalog: DeviceCatalog

    init(
        _ node: SensorNode, _ sensors: Set<Sensor>, _ attempt: Attempt, in catalog: DeviceCatalog,
        notes: String?, rate wanted: Double
    ) throws(Errno) {
        let note = notes.flatMap { SettingsNote(node, in: $0, ofBuffer: attempt != .poll) }
        let opened = unsafe try catalog.open(node.id, sensors, attempt.mode, rate: wanted)
        let status = unsafe plx_stream_get_status(opened)
        self.attempt = attempt
        self.note = note
        self.catalog = catalog
        accelSign = node.convention == .hub ? -1 : 1
        unsafe handle = opened
        trigger = unsafe String(cString: status.trigger)
        wantedRate = wanted
        rate = unsafe attempt == .poll || status.rate_hz == 0 ? wanted : status.rate_hz
        isBoottime = unsafe status.clock == PLX_CLOCK_BOOTTIME
        clock = unsafe ScanClock(isKnown: status.clock != PLX_CLOCK_OTHER, rate: status.rate_hz)
        steps = unsafe [Sensor.accel: status.accel_step, .gyro: status.gyro_step]
            .filter { sensors.contains($0.key) }
    }

    deinit { if isClaimed { unsafe plx_stream_hand_over(handle) } else { unsafe plx_stream_close(handle) } }

    var descriptor: CInt { unsafe plx_stream_descriptor(handle) }

    /// Hands over what waits, with whether an axis stood at the end of its type.
    func read(_ body: (Scan, Bool) -> Void) throws(Errno) {
        while true {
            let count = unsafe Int(plx_stream_read(handle, &scans, scans.count))
            guard count >= 0 else { throw Errno(rawValue: CInt(-count)) }
            guard count > 0 else { return }
            let batch = scans[..<count]
            let sleep = isBoottime ? sleepNanoseconds() : 0
            let times = clock.times(
                of: batch.map {
                    ScanClock.Stamp(kernel: $0.timestamp_ns, asleep: sleep, arrival: $0.arrival_ns)
                })
            for (scan, time) in zip(batch, times) {
                deliver(scan, at: Timestamp(nanoseconds: time), to: body)
            }
        }
    }

    private func deliver(_ scan: plx_scan, at time: Timestamp, to body: (Scan, Bool) -> Void) {
        if scan.sensors & PLX_GYRO.rawValue != 0 {
            let (x, y, z) = scan.gyro
            body(
                Scan(sensor: .gyro, time: time, value: Vector3(x, y, z)),
                scan.saturated & PLX_GYRO.rawValue != 0)
        }
        if scan.sensors & PLX_ACCEL.rawValue != 0 {
            let (x, y, z) = scan.accel
            body(
                Scan(sensor: .accel, time: time, value: accelSign * Vector3(x, y, z)),
                scan.saturated & PLX_ACCEL.rawValue != 0)
        }
    }

    /// Raises the device's rate while it streams.
    func raise(to rate: Double) { unsafe plx_stream_raise(handle, rate) }

    /// Switches the buffer off and on; `.busy` when somebody else has switched it off.
    func revive(cyclesRate: Bool) throws(Errno) {
        try check(unsafe plx_stream_revive(handle, cyclesRate ? 1 : 0))
    }
}

import CIIOShim
import LinuxIO
package import MotionCore

/// A device of this machine, and the gyroscope beside it.
package final class IIOSource: MotionSource {
    /// Scans a second that are asked of a device.
    package static let rate = 100.0

    package private(set) var device: SensorDevice
    /// Why a device is polled that has a buffer; nil where none is.
    package private(set) var remark: String?
    package let gyroscope: String?
    private let streams: [SensorStream]

    /// Starts the sensors; `notes` is where the settings are kept that this changes.
    package init(
        _ pair: SensorPair, in catalog: DeviceCatalog, notes: String?
    ) throws(SourceFailure) {
        var remark: String?
        var streams: [SensorStream] = []
        func start(_ node: SensorNode, _ sensors: Set<Sensor>) throws(SourceFailure) {
            streams.append(try SensorStream(node, sensors, in: catalog, notes: notes, &remark))
        }
        if let gyro = pair.gyro, gyro.id != pair.accel.id {
            try start(pair.accel, [.accel])
            try start(gyro, [.gyro])
        } else {
            try start(pair.accel, pair.gyro == nil ? [.accel] : [.accel, .gyro])
        }
        self.streams = streams
        gyroscope = pair.gyro?.identity
        self.remark = remark
        device = SensorDevice(
            id: pair.accel.id, gyro: pair.gyro.flatMap { $0.id == pair.accel.id ? nil : $0.id },
            name: pair.accel.name, sensors: pair.gyro == nil ? [.accel] : [.accel, .gyro],
            mode: streams[0].mode, axes: pair.axes)
    }

    package var descriptors: [CInt] { streams.map(\.descriptor) }

    package func read(_ body: (Scan, Sample) -> Void) throws(SourceFailure) {
        for stream in streams {
            try stream.read { scan in body(scan, device.axes.sample(scan)) }
        }
    }
}

/// One IIO device that streams.
@safe private final class SensorStream {
    let mode: SensorDevice.Mode
    private let handle: OpaquePointer
    private let title: String
    /// −1 for a hub's accelerometer, whose readings point down at rest.
    private let accelSign: Double
    private let isBoottime: Bool
    private var clock: ScanClock
    private var scans = [plx_scan](repeating: plx_scan(), count: 64)
    /// Goes when the stream is closed.
    private let note: SettingsNote?
    /// Must outlive the stream.
    private let catalog: DeviceCatalog

    /// Tries the buffer first, then raw reads; what stood in the buffer's way is put in `remark`.
    init(
        _ node: SensorNode, _ sensors: Set<Sensor>, in catalog: DeviceCatalog, notes: String?,
        _ remark: inout String?
    ) throws(SourceFailure) {
        note = notes.flatMap { SettingsNote(node, in: $0) }
        title = node.title
        self.catalog = catalog
        accelSign = node.convention == .hub ? -1 : 1
        let opened = unsafe try SensorStream.open(node, sensors, in: catalog, &remark)
        let status = unsafe plx_stream_get_status(opened)
        unsafe handle = opened
        mode = unsafe status.mode == PLX_BUFFER ? .buffer : .poll
        isBoottime = unsafe status.clock == PLX_CLOCK_BOOTTIME
        clock = unsafe ScanClock(isKnown: status.clock != PLX_CLOCK_OTHER, rate: status.rate_hz)
    }

    private static func open(
        _ node: SensorNode, _ sensors: Set<Sensor>, in catalog: DeviceCatalog, _ remark: inout String?
    ) throws(SourceFailure) -> OpaquePointer {
        if node.hasBuffer {
            do throws(Errno) {
                return unsafe try catalog.open(node.id, sensors, PLX_BUFFER, rate: IIOSource.rate)
            } catch {
                remark = "\(node.title) is polled: \(obstacle(error))"
            }
        }
        do throws(Errno) {
            return unsafe try catalog.open(node.id, sensors, PLX_POLL, rate: IIOSource.rate)
        } catch {
            throw failure(error, node.title)
        }
    }

    deinit { unsafe plx_stream_close(handle) }

    var descriptor: CInt { unsafe plx_stream_descriptor(handle) }

    func read(_ body: (Scan) -> Void) throws(SourceFailure) {
        while true {
            let count = unsafe Int(plx_stream_read(handle, &scans, scans.count))
            guard count >= 0 else { throw failure(Errno(rawValue: CInt(-count)), title) }
            guard count > 0 else { return }
            let batch = scans[..<count]
            let sleep = isBoottime ? sleepNanoseconds() : 0
            let times = clock.times(
                of: batch.map { ScanClock.Stamp(kernel: $0.timestamp_ns &- sleep, arrival: $0.arrival_ns) })
            for (scan, time) in zip(batch, times) {
                deliver(scan, at: Timestamp(nanoseconds: time), to: body)
            }
        }
    }

    private func deliver(_ scan: plx_scan, at time: Timestamp, to body: (Scan) -> Void) {
        if scan.sensors & PLX_GYRO.rawValue != 0 {
            let (x, y, z) = scan.gyro
            body(Scan(sensor: .gyro, time: time, value: Vector3(x, y, z)))
        }
        if scan.sensors & PLX_ACCEL.rawValue != 0 {
            let (x, y, z) = scan.accel
            body(Scan(sensor: .accel, time: time, value: accelSign * Vector3(x, y, z)))
        }
    }
}

private func failure(_ error: Errno, _ title: String) -> SourceFailure {
    switch error {
    case .noDevice: .removed
    case .busy: .busy("\(title): raw reads are refused while another program runs its buffer")
    default: .failed("\(title) cannot be read", error)
    }
}

/// Why a device's buffer is not used.
private func obstacle(_ error: Errno) -> String {
    switch error {
    case .busy: "another program has its buffer"
    case .invalidArgument: "its buffer needs a trigger that it does not have"
    case _ where error.isPermission: "no permission for its buffer; run as root or install the udev rule"
    default: "its buffer cannot be used (\(error))"
    }
}

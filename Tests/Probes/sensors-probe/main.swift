// Shows in one line of JSON what the daemon would make of this machine, and the first scans:
//
//     sensors-probe [COUNT]
import Foundation
import LinuxIO
import MotionCore
import Sensors

struct Shown: Encodable {
    struct Reading: Encodable {
        var sensor: String
        /// As the hardware gave it, and in device axes.
        var scan, sample: [Double]
    }

    /// A sentence for each device, by its id.
    var verdicts: [String: String] = [:]
    /// Why nothing is chosen.
    var failure: String?
    var accel, gyro, mode, remark: String?
    var sensors: [String] = []
    var axes: [[Double]] = []
    var readings: [Reading] = []

    mutating func add(_ device: SensorDevice) {
        accel = device.id
        gyro = device.gyro
        mode = device.mode.rawValue
        sensors = device.sensors.map(\.rawValue).sorted()
        axes = [device.axes.accel.elements, device.axes.gyro.elements]
    }
}

func elements(_ vector: Vector3) -> [Double] { [vector.x, vector.y, vector.z] }

/// Reads until each sensor has given `count` scans, for 20 s at most.
func read(_ source: IIOSource, _ count: Int, into shown: inout Shown) throws {
    var counts: [Sensor: Int] = [:]
    let end = monotonicNanoseconds() + 20_000_000_000
    while source.device.sensors.contains(where: { counts[$0, default: 0] < count }),
        monotonicNanoseconds() < end
    {
        var watched = source.descriptors.map { pollfd(fd: $0, events: CShort(POLLIN), revents: 0) }
        _ = poll(&watched, nfds_t(watched.count), 100)
        try source.tend(at: monotonicNanoseconds())
        try source.read { scan, sample in
            guard counts[scan.sensor, default: 0] < count else { return }
            counts[scan.sensor, default: 0] += 1
            let reading = Shown.Reading(
                sensor: scan.sensor.rawValue, scan: elements(scan.value), sample: elements(sample.value))
            shown.readings.append(reading)
        }
    }
}

var shown = Shown()
let catalog = try DeviceCatalog()
for verdict in Verdict.all(among: catalog.nodes) { shown.verdicts[verdict.node.id] = verdict.sentence }
do {
    let pair = try select(.auto, gyro: .auto, among: catalog.nodes)
    let source = try IIOSource(pair, in: catalog, notes: nil, Experience())
    try read(source, CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1, into: &shown)
    shown.add(source.device)
    shown.remark = source.remark
} catch let failure as SelectionFailure {
    switch failure {
    case .nothing(let sentence), .noSuchDevice(let sentence): shown.failure = sentence
    }
}
print(String(decoding: try JSONEncoder().encode(shown), as: UTF8.self))

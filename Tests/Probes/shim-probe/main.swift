// Shows what the shim makes of this machine, a line of JSON for each device:
//
//     shim-probe list
//     shim-probe stream buffer|poll RATE COUNT [ID [SENSORS]]
//     shim-probe stall ID
import CIIOShim
import Foundation

struct Device: Encodable {
    var id, name, label, location, accelMatrix, gyroMatrix: String
    var sensors: UInt32
    var hasBuffer: Bool

    init(_ info: plx_device_info) {
        id = String(cString: info.id)
        name = String(cString: info.name)
        label = String(cString: info.label)
        location = String(cString: info.location)
        accelMatrix = String(cString: info.accel_matrix)
        gyroMatrix = String(cString: info.gyro_matrix)
        sensors = info.sensors
        hasBuffer = info.has_buffer != 0
    }
}

struct Scan: Encodable {
    var timestamp, arrival: Int64
    var sensors: UInt32
    var accel, gyro: [Double]

    init(_ scan: plx_scan) {
        timestamp = scan.timestamp_ns
        arrival = scan.arrival_ns
        sensors = scan.sensors
        accel = [scan.accel.0, scan.accel.1, scan.accel.2]
        gyro = [scan.gyro.0, scan.gyro.1, scan.gyro.2]
    }
}

struct Outcome: Encodable {
    var id: String
    /// What opening or reading returned when it failed.
    var error: Int32 = 0
    var clock: UInt32?
    var rate: Double?
    var trigger: String?
    var lost: UInt64?
    var scans: [Scan] = []

    mutating func add(_ status: plx_stream_status) {
        clock = status.clock.rawValue
        rate = status.rate_hz
        trigger = String(cString: status.trigger)
        lost = status.lost
    }
}

var created: OpaquePointer?
let result = plx_context_create(&created)
guard let context = created else { fatalError("plx_context_create: \(result)") }

func show(_ value: some Encodable) throws {
    print(String(decoding: try JSONEncoder().encode(value), as: UTF8.self))
}

/// Waits for scans, and fails rather than wait for ever.
func waitUntilReadable(_ stream: OpaquePointer) {
    var descriptor = pollfd(fd: plx_stream_descriptor(stream), events: Int16(POLLIN), revents: 0)
    guard poll(&descriptor, 1, 20_000) == 1 else { fatalError("nothing to read for 20 s") }
}

func stream(_ id: String, _ sensors: UInt32, _ mode: plx_mode, _ rate: Double, _ count: Int) -> Outcome {
    var outcome = Outcome(id: id)
    var handle: OpaquePointer?
    outcome.error = plx_stream_open(context, id, sensors, mode, rate, &handle)
    guard let handle else { return outcome }
    outcome.add(plx_stream_get_status(handle))
    // Smaller than what waits, so that reading goes on where it stopped.
    var scans = [plx_scan](repeating: plx_scan(), count: 7)
    while outcome.scans.count < count {
        waitUntilReadable(handle)
        let result = plx_stream_read(handle, &scans, min(scans.count, count - outcome.scans.count))
        guard result >= 0 else {
            outcome.error = result
            break
        }
        outcome.scans += scans.prefix(Int(result)).map(Scan.init)
    }
    plx_stream_close(handle)
    return outcome
}

/// Reads nothing until scans are lost, then all that waits.
func stall(_ id: String) -> Outcome {
    var outcome = Outcome(id: id)
    var handle: OpaquePointer?
    outcome.error = plx_stream_open(context, id, PLX_ACCEL.rawValue, PLX_POLL, 5000, &handle)
    guard let handle else { return outcome }
    while plx_stream_get_status(handle).lost == 0 { usleep(1000) }
    outcome.add(plx_stream_get_status(handle))
    var scans = [plx_scan](repeating: plx_scan(), count: 1000)
    let result = plx_stream_read(handle, &scans, scans.count)
    outcome.error = min(result, 0)
    outcome.scans = scans.prefix(max(Int(result), 0)).map(Scan.init)
    plx_stream_close(handle)
    return outcome
}

let devices = (0..<plx_context_count(context)).map { Device(plx_context_device(context, $0)) }
let arguments = CommandLine.arguments.dropFirst()
switch arguments.first {
case "list":
    try devices.forEach(show)
case "stall":
    try show(stall(arguments.dropFirst().first ?? ""))
default:
    let mode = arguments[2] == "buffer" ? PLX_BUFFER : PLX_POLL
    for device in devices where arguments.count < 5 || device.id == arguments[5] {
        let sensors = arguments.count > 5 ? UInt32(arguments[6]) : device.sensors
        try show(stream(device.id, sensors ?? 0, mode, Double(arguments[3]) ?? 0, Int(arguments[4]) ?? 0))
    }
}
plx_context_free(context)

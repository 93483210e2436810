// Shows what the shim makes of this machine, a line of JSON for each device:
//
//     shim-probe list
//     shim-probe obstacle                    prints the device that libiio refuses
//     shim-probe stream buffer|fifo|timer|poll|loan RATE COUNT [ID [SENSORS]]
//     shim-probe stall ID                    reads too late
//     shim-probe churn ID COUNT              opens and closes many times
//     shim-probe note ID                     prints the settings as they are
//     shim-probe abandon ID                  starts a buffer and ends without closing it
//     shim-probe restore ID [poll]           puts back the settings on standard input, of a buffer or without
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
    var sensors, saturated: UInt32
    var accel, gyro: [Double]

    init(_ scan: plx_scan) {
        timestamp = scan.timestamp_ns
        arrival = scan.arrival_ns
        sensors = scan.sensors
        saturated = scan.saturated
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
    var steps: [Double]?
    var scans: [Scan] = []

    mutating func add(_ status: plx_stream_status) {
        clock = status.clock.rawValue
        rate = status.rate_hz
        trigger = String(cString: status.trigger)
        lost = status.lost
        steps = [status.accel_step, status.gyro_step]
    }
}

var created: OpaquePointer?
let result = plx_context_create(&created)
guard let context = created else { fatalError("plx_context_create: \(result)") }

func show(_ value: some Encodable) throws {
    print(String(decoding: try JSONEncoder().encode(value), as: UTF8.self))
}

/// Waits for scans, but not for ever.
func waitUntilReadable(_ stream: OpaquePointer) -> Bool {
    var descriptor = pollfd(fd: plx_stream_descriptor(stream), events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, 10_000) == 1
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
        let most = min(scans.count, count - outcome.scans.count)
        let isReadable = waitUntilReadable(handle)
        // A device that has gone says so only when it is read.
        var result = plx_stream_read(handle, &scans, most)
        if !isReadable && result == 0 { result = -ETIMEDOUT }
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

func openDescriptors() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
}

/// Whether a thread of the shim runs; a sanitizer has one of its own.
func isPolling() throws -> Bool {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").contains { thread in
        // One that ends meanwhile has no name any more.
        FileManager.default.contents(atPath: "/proc/self/task/\(thread)/comm") == Data("plx-poll\n".utf8)
    }
}

/// Opens and closes, then waits until the threads have gone and their descriptors with them.
func churn(_ id: String, _ count: Int) throws -> Outcome {
    var outcome = Outcome(id: id)
    let before = try openDescriptors()
    for _ in 0..<count where outcome.error == 0 {
        var handle: OpaquePointer?
        outcome.error = plx_stream_open(context, id, PLX_ACCEL.rawValue, PLX_POLL, 1000, &handle)
        if let handle { plx_stream_close(handle) }
    }
    while try isPolling() || openDescriptors() != before { usleep(1000) }
    return outcome
}

func note(_ id: String) -> String {
    var text = [CChar](repeating: 0, count: 8192)
    let length = plx_settings_note(id, &text, text.count)
    guard length >= 0 else { fatalError("plx_settings_note: \(length)") }
    return String(decoding: text.prefix(Int(length)).map(UInt8.init(bitPattern:)), as: UTF8.self)
}

func abandon(_ id: String) -> Outcome {
    var outcome = Outcome(id: id)
    var handle: OpaquePointer?
    outcome.error = plx_stream_open(context, id, PLX_ACCEL.rawValue, PLX_BUFFER, 100, &handle)
    if let handle { outcome.add(plx_stream_get_status(handle)) }
    return outcome
}

func restore(_ id: String, hadBuffer: Bool) throws -> Outcome {
    let text = String(decoding: try FileHandle.standardInput.readToEnd() ?? Data(), as: UTF8.self)
    return Outcome(id: id, error: plx_settings_put_back(id, text, hadBuffer ? 1 : 0))
}

let devices = (0..<plx_context_count(context)).map { Device(plx_context_device(context, $0)) }
let arguments = CommandLine.arguments + [String](repeating: "", count: 6)
switch arguments[1] {
case "list":
    try devices.forEach(show)
case "obstacle":
    try show(String(cString: plx_context_obstacle(context)))
case "stall":
    try show(stall(arguments[2]))
case "churn":
    try show(churn(arguments[2], Int(arguments[3]) ?? 0))
case "note":
    print(note(arguments[2]), terminator: "")
case "abandon":
    try show(abandon(arguments[2]))
    exit(0)
case "restore":
    try show(restore(arguments[2], hadBuffer: arguments[3] != "poll"))
default:
    let modes = [
        "buffer": PLX_BUFFER, "fifo": PLX_FIFO, "timer": PLX_TIMER, "poll": PLX_POLL, "loan": PLX_LOAN,
    ]
    guard let mode = modes[arguments[2]] else { fatalError("no mode \(arguments[2])") }
    for device in devices where arguments[5].isEmpty || device.id == arguments[5] {
        let sensors = UInt32(arguments[6]) ?? device.sensors
        try show(stream(device.id, sensors, mode, Double(arguments[3]) ?? 0, Int(arguments[4]) ?? 0))
    }
}
plx_context_free(context)

import Foundation
import LinuxIO
import MotionCore
import MotionWire
import TestSupport
import Testing

/// The daemon beside an iio-sensor-proxy, which a shell script plays.
@Suite(.timeLimit(.minutes(10))) struct ProxyTests {
    private static let device = "iio:device0"
    private static let sysfs = "/sys/bus/iio/devices/\(device)"
    private let folder: Folder
    private let socket: String

    init() throws {
        folder = try Folder()
        socket = folder.path + "/s"
    }

    /// As the proxy leaves a hub that nobody claims.
    private static let idle =
        ["x", "y", "z"].map { "scan_elements/in_accel_\($0)_en=1" }
        + ["scan_elements/in_timestamp_en=1", "buffer/length=128"]

    /// The daemon on a machine with a hub, and a script that does to the device's attributes what the proxy
    /// does; `await FILE` waits for a file in this folder, and `put VALUE FILE` writes an attribute.
    private func daemon(
        _ use: String, _ settings: [String], unreadable: String? = nil, proxy script: String
    ) throws -> DaemonProcess {
        let options =
            ["--pace", "--proxy", use] + settings.flatMap { ["--set", "\(Self.device)/\($0)"] }
            + (unreadable.map { ["--unreadable", "\(Self.device)/\($0)"] } ?? [])
        // Ends with the folder, too.
        let waiting = "await() { until [ -e \"$folder/$1\" ] || [ ! -d \"$folder\" ]; do sleep 0.02; done; }"
        // In one piece, as in sysfs: what is cut first would be seen in between, and twice.
        let putting = "put() { printf %s \"$1\" 1<>\"$2\"; }"
        let play = "folder=$1; \(waiting); \(putting); (cd \(Self.sysfs); \(script)) & shift; exec \"$@\""
        let daemon = try DaemonProcess(
            ["--socket", socket],
            behind: DaemonProcess.machine("hid-ish-convertible-s32", options)
                + ["/bin/sh", "-c", play, "sh", folder.path])
        try daemon.listen()
        return daemon
    }

    private func mode(of client: DaemonClient, is wanted: SensorDevice.Mode) throws {
        _ = try client.first {
            switch $0 {
            case .state(let change): change.device?.mode == wanted && change.health == .ok ? true : nil
            default: nil
            }
        }
        _ = try client.frame()
    }

    /// What the daemon says about how the sensors are read, once it does.
    private func remark(to client: DaemonClient) throws -> String {
        while true {
            if let remark = try client.ask(.status)["remark"]?.string { return remark }
            _ = try client.frame()
        }
    }

    @Test func `a buffer on loan goes to the proxy when it is claimed and comes back afterwards`() throws {
        let script = """
            await claim; put 128 buffer/length; put 1 buffer/enable
            await release; cat buffer/enable >"$folder/held"; put 0 buffer/enable
            """
        let daemon = try daemon("iio-poll-accel iio-buffer-accel", Self.idle, proxy: script)
        let client = try DaemonClient(socket)
        #expect(try client.hello().device?.mode == .buffer)
        _ = try client.frame()
        _ = try folder.write("", to: "claim")
        try mode(of: client, is: .poll)
        #expect(try remark(to: client).contains("turns the screen by its buffer"))
        _ = try folder.write("", to: "release")
        try mode(of: client, is: .buffer)
        #expect(attribute(folder.path + "/held") == "1")
        kill(client.daemon.pid, SIGTERM)
        let report = try daemon.report()
        #expect(report.changed.filter { $0.key.hasPrefix(Self.device) }.isEmpty)
        let written = report.written.filter { $0.hasPrefix(Self.device) }
        #expect(!written.contains { $0.contains("scan_elements") || $0.contains("clock") })
    }

    @Test func `a buffer that the proxy holds when the daemon ends goes on running`() throws {
        let script = """
            await claim; put 128 buffer/length; put 1 buffer/enable
            """
        let daemon = try daemon("iio-poll-accel iio-buffer-accel", Self.idle, proxy: script)
        let client = try DaemonClient(socket)
        _ = try client.frame()
        _ = try folder.write("", to: "claim")
        try mode(of: client, is: .poll)
        kill(client.daemon.pid, SIGTERM)
        let changed = try daemon.report().changed.filter { $0.key.hasPrefix(Self.device) }
        #expect(changed == ["\(Self.device)/buffer/enable": "1"])
    }

    @Test func `a buffer that the proxy switches off without a claim is taken again`() throws {
        let script = """
            await off; put 0 buffer/enable
            until [ "$(cat buffer/enable)" = 1 ]; do sleep 0.02; done; : >"$folder/on"
            """
        let daemon = try daemon("iio-poll-accel iio-buffer-accel", Self.idle, proxy: script)
        let client = try DaemonClient(socket)
        #expect(try client.hello().device?.mode == .buffer)
        _ = try client.frame()
        _ = try folder.write("", to: "off")
        var modes: [SensorDevice.Mode] = []
        while !fileExists(folder.path + "/on") {
            try client.first {
                if case .state(let change) = $0 { modes += change.device.map { [$0.mode] } ?? [] }
                return ()
            }
        }
        #expect(!modes.contains(.poll))
        for _ in 0..<20 { _ = try client.frame() }
        #expect(try client.ask(.status)["device"]?["mode"] == "buffer")
        kill(client.daemon.pid, SIGTERM)
        #expect(try daemon.report().changed.filter { $0.key.hasPrefix(Self.device) }.isEmpty)
    }

    @Test func `a buffer that the proxy has not set up is left alone`() throws {
        let daemon = try daemon("iio-poll-accel iio-buffer-accel", [], proxy: "true")
        let client = try DaemonClient(socket)
        _ = try client.frame()
        #expect(try client.ask(.status)["device"]?["mode"] == "poll")
        #expect(try remark(to: client).contains("has not set its buffer up"))
        kill(client.daemon.pid, SIGTERM)
        #expect(try !daemon.report().written.contains("\(Self.device)/buffer/enable"))
    }

    @Test func `beside a polling proxy the buffer is ours where raw reads go on`() throws {
        let daemon = try daemon("iio-poll-accel", [], proxy: "true")
        let client = try DaemonClient(socket)
        for _ in 0..<20 { _ = try client.frame() }
        #expect(try client.ask(.status)["device"]?["mode"] == "buffer")
        kill(client.daemon.pid, SIGTERM)
        #expect(try daemon.report().changed.isEmpty)
    }

    @Test func `where they fail, raw reading is all that is done`() throws {
        // Raw reads fail as those of a driver that refuses them while a buffer runs, and work when it is off.
        let script = """
            await off; rm in_accel_x_raw; echo 5 >in_accel_x_raw
            """
        let daemon = try daemon("iio-poll-accel", [], unreadable: "in_accel_x_raw", proxy: script)
        let client = try DaemonClient(socket)
        _ = try client.first { if case .state(let change) = $0 { change.health.reason } else { nil } }
        _ = try folder.write("", to: "off")
        try mode(of: client, is: .poll)
        #expect(try remark(to: client).contains("could not read it beside a buffer"))
        kill(client.daemon.pid, SIGTERM)
        #expect(try daemon.report().changed.filter { !$0.key.hasSuffix("_raw") }.isEmpty)
    }
}

import Foundation
import LinuxIO
import MotionCore
import MotionWire
import TestSupport
import Testing

@testable import parallaxd

/// What clients of the daemon get.
@Suite(.timeLimit(.minutes(10))) struct ServiceTests {
    private let folder: Folder
    private let socket: String

    init() throws {
        folder = try Folder()
        socket = folder.path + "/s"
    }

    private func daemon(_ device: String, behind prefix: [String] = []) throws -> DaemonProcess {
        let daemon = try DaemonProcess(["--socket", socket, "--device", device], behind: prefix)
        try daemon.listen()
        return daemon
    }

    private func stop(_ daemon: DaemonProcess, _ client: DaemonClient) throws {
        kill(client.daemon.pid, SIGTERM)
        #expect(try daemon.end().status == 0)
    }

    @Test func `streams tilt sixty times a second, and nothing else`() throws {
        let daemon = try daemon("sim")
        let client = try DaemonClient(socket)
        let hello = try client.hello()
        #expect(hello.device?.mode == .simulation)
        #expect(hello.health == .ok)
        #expect(hello.rate == 60)
        var frames: [Frame] = []
        while frames.count < 90 {
            let line = try client.next()
            guard case .tilt(let frame)? = line else { throw DaemonClient.Unexpected(line: line) }
            frames.append(frame)
        }
        for (one, next) in zip(frames, frames.dropFirst()) {
            #expect(next.sequence > one.sequence)
            #expect(next.time > one.time)
        }
        // By the ticks between: a machine that is busy skips some, but does not slow them.
        let ticks = Double(frames[89].sequence - frames[0].sequence)
        let seconds = frames[89].time.seconds(since: frames[0].time)
        #expect(abs(seconds - ticks / 60) < 0.1)
        #expect(frames.allSatisfy { abs($0.offset.x) <= 1 && abs($0.offset.y) <= 1 })
        try stop(daemon, client)
    }

    @Test func `a recording is streamed to its end`() throws {
        let lines = (0..<80).map { "a \($0 * 10_000) 0 0 9.81\ng \($0 * 10_000) 0 0 0" }
        let file = try folder.write(([Recording.heading] + lines).joined(separator: "\n"), to: "recording")
        let daemon = try daemon("replay:" + file)
        let client = try DaemonClient(socket)
        #expect(try client.hello().device?.mode == .replay)
        _ = try client.frame()
        let over = try client.first { if case .state(let change) = $0 { change.health } else { nil } }
        #expect(over.state == .noDevice)
        #expect(over.reason?.contains("over") == true)
        try stop(daemon, client)
    }

    @Test func `status tells of every client, however many there are`() throws {
        let daemon = try daemon("sim")
        let clients = try (0..<200).map { _ in try DaemonClient(socket) }
        for client in clients { _ = try client.hello() }
        try clients[1].send(.subscribe(Subscription(rate: 120, samples: true)))
        _ = try clients[1].ask(.ping)
        let status = try clients[0].ask(.status)
        #expect(status["ok"] == true)
        #expect(status["rate_wanted"] == 120)
        #expect(status["state"] == "ok")
        let listed = try #require(status["clients"]?.array)
        #expect(listed.count == 200)
        #expect(listed[1]["rate"] == 120)
        #expect(listed[1]["samples"] == true)
        #expect(listed.allSatisfy { $0["pid"] == .int(Int64(getpid())) })
        try stop(daemon, clients[0])
    }

    @Test func `a reader that never reads costs the others nothing`() throws {
        let daemon = try daemon("sim")
        let stuck = try DaemonClient(socket)
        let clients = try (0..<20).map { _ in try DaemonClient(socket) }
        for _ in 0..<60 { for client in clients { _ = try client.frame() } }
        let status = try #require(try clients[0].ask(.status)["clients"]?.array)
        #expect(status[0]["sent"] == 0)
        #expect(try #require(status[0]["skipped"]?.int) >= 59)
        for client in status.dropFirst() { #expect(try #require(client["sent"]?.int) >= 60) }
        try stop(daemon, stuck)
    }

    @Test func `more clients than descriptors do it no harm`() throws {
        let daemon = try daemon("sim", behind: ["/bin/sh", "-c", "ulimit -n 128; exec \"$@\"", "sh"])
        let first = try DaemonClient(socket)
        _ = try first.hello()
        var admitted = 0, refused = 0
        var others: [DaemonClient] = []
        for _ in 0..<120 {
            let client = try DaemonClient(socket)
            switch try client.next() {
            case .hello: admitted += 1
            case .reply(let reply): refused += reply.error?.code == .tooMany ? 1 : 0
            default: break
            }
            others.append(client)
        }
        #expect(admitted > 0 && refused > 0 && admitted + refused == others.count)
        _ = try first.frame()
        try stop(daemon, first)
    }

    @Test func `the sensor is as fast as the fastest client, and stays so while one is there`() throws {
        let daemon = try daemon(
            "auto", behind: DaemonProcess.machine("ayaneo-air-bmi160-irq", ["--pace"]))
        let client = try DaemonClient(socket)
        _ = try client.frame()
        let fast = try DaemonClient(socket)
        for rate in [150.0, 60] {
            _ = try fast.ask(.subscribe(Subscription(rate: rate)))
            for _ in 0..<10 { _ = try fast.frame() }
        }
        kill(client.daemon.pid, SIGTERM)
        let report = try daemon.report()
        // It was at 100 Hz, which is enough for those at 60.
        #expect(report.written.contains("iio:device0/in_accel_sampling_frequency"))
        #expect(report.written.contains("iio:device0/in_anglvel_sampling_frequency"))
        #expect(report.changed.isEmpty)
    }

    @Test(.enabled(if: geteuid() == 0, "needs another user"))
    func `who is not at the seat is told so`() throws {
        let daemon = try daemon("sim")
        let stranger = Process(), output = Pipe()
        stranger.executableURL = URL(filePath: "/usr/bin/setpriv")
        stranger.arguments = [
            "--reuid", "65534", "--regid", "65534", "--clear-groups", "/usr/bin/python3", "-c",
            "import socket,sys; s=socket.socket(socket.AF_UNIX); s.connect(sys.argv[1]); print(s.makefile().read())",
            socket,
        ]
        stranger.standardOutput = output
        try stranger.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        stranger.waitUntilExit()
        let lines = text.split(separator: "\n")
        #expect(lines.count == 1)
        #expect(try JSON(Array(try #require(lines.first).utf8))["error"]?["code"] == "denied")
        try stop(daemon, try DaemonClient(socket))
    }

    @Test func `sensors and ticks rest two seconds after the last client`() throws {
        let daemon = try daemon("sim")
        let pid: Int32
        let start: Int64
        do {
            let client = try DaemonClient(socket)
            _ = try client.frame()
            pid = client.daemon.pid
            #expect(try timers(of: pid) == [true, true])
            start = monotonicNanoseconds()
        }
        // One timer is the simulated sensor's, the other the ticks'.
        while try timers(of: pid) != [false] {
            let seconds = Double(monotonicNanoseconds() - start) * 1e-9
            try #require(seconds < 15, "still awake")
            usleep(20_000)
        }
        #expect(Double(monotonicNanoseconds() - start) * 1e-9 >= 2)
        let client = try DaemonClient(socket)
        #expect(try client.hello().health == .ok)
        _ = try client.frame()
        try stop(daemon, client)
    }

    struct Machine: Sendable {
        var fixture, device: String
        var mode: SensorDevice.Mode

        init(_ fixture: String, _ mode: SensorDevice.Mode, device: String = "auto") {
            self.fixture = fixture
            self.device = device
            self.mode = mode
        }
    }

    @Test(arguments: [
        Machine("ayaneo-air-bmi160-irq", .buffer), Machine("hid-ish-convertible-s32", .buffer),
        Machine("bytrail-tablet-bmc150-bmg160", .buffer), Machine("minibook-x-mxc4005-be", .buffer),
        Machine("linx1020-da280-polled", .poll),
        Machine("gpd-win1-kiox000a-base", .buffer, device: "/sys/bus/iio/devices/iio:device0"),
    ])
    func `real devices give tilt and are left as they were found`(machine: Machine) throws {
        let daemon = try daemon(machine.device, behind: DaemonProcess.machine(machine.fixture, ["--pace"]))
        let client = try DaemonClient(socket)
        let hello = try client.hello()
        #expect(hello.device?.mode == machine.mode)
        #expect(hello.health == .ok)
        _ = try client.frame()
        kill(client.daemon.pid, SIGTERM)
        let report = try daemon.report()
        #expect(report.changed.isEmpty)
        let enabled = report.written.filter { $0.hasSuffix("buffer/enable") }
        #expect(enabled.isEmpty == (machine.mode == .poll))
        #expect(!fileExists(socket))
    }

    /// Each time the buffer is switched on it gives some scans and no more.
    @Test func `a buffer that falls silent after every remedy is given up for raw reading`() throws {
        let daemon = try daemon("auto", behind: DaemonProcess.machine("ayaneo-air-bmi160-irq"))
        let client = try DaemonClient(socket)
        var modes = [try client.hello().device?.mode]
        while modes.last != .poll, modes.count < 20, let message = try client.next() {
            if case .state(let change) = message { modes.append(change.device?.mode) }
        }
        #expect(modes.first == .buffer)
        #expect(modes.last == .poll)
        kill(client.daemon.pid, SIGTERM)
        #expect(try daemon.report().changed.isEmpty)
    }

    @Test func `without a device to choose it waits and says why`() throws {
        let daemon = try daemon("auto", behind: DaemonProcess.machine("dell-latitude-hid-base-only"))
        #expect(daemon.complaints.contains("--device"))
        let client = try DaemonClient(socket)
        let hello = try client.hello()
        #expect(hello.device == nil)
        #expect(hello.health.state == .noDevice)
        #expect(hello.health.reason?.contains("do not move with the display") == true)
        kill(client.daemon.pid, SIGTERM)
        #expect(try daemon.report().written.isEmpty)
    }
}

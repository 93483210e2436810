import Foundation
import LinuxIO
import MotionCore
import MotionWire
import TestSupport
import Testing

/// What SIGHUP does to a daemon that systemd watches.
@Suite(.timeLimit(.minutes(10))) struct ReloadTests {
    private let folder: Folder
    private let socket: String
    private let board: NoticeBoard

    init() throws {
        folder = try Folder()
        socket = folder.path + "/s"
        board = try NoticeBoard(folder.path + "/notify")
    }

    /// A daemon that serves by the file's `text`.
    private func daemon(
        _ text: String, _ options: [String] = [], behind prefix: [String] = []
    ) throws -> DaemonProcess {
        let file = try folder.write(text, to: "conf")
        let daemon = try DaemonProcess(
            ["--socket", socket, "--config", file] + options, behind: prefix, ["NOTIFY_SOCKET": board.path])
        try daemon.listen()
        #expect(try board.next() == ["READY=1"])
        return daemon
    }

    /// Has it read a file with another text, and waits until it has.
    private func reload(_ text: String, _ client: DaemonClient) throws { try reload(text, client.daemon.pid) }

    private func reload(_ text: String, _ pid: Int32) throws {
        _ = try folder.write(text, to: "conf")
        let before = monotonicNanoseconds() / 1000
        kill(pid, SIGHUP)
        let notice = try #require(try board.next())
        #expect(notice.first == "RELOADING=1")
        let time = try #require(notice.last?.split(separator: "=").last.flatMap { Int64($0) })
        #expect(notice.last == "MONOTONIC_USEC=\(time)" && time >= before)
        #expect(try board.next() == ["READY=1"])
    }

    /// Ends it. Returns what it logged about reloading, each with its priority.
    private func stop(_ daemon: DaemonProcess, _ client: DaemonClient) throws -> [Substring] {
        kill(client.daemon.pid, SIGTERM)
        #expect(try daemon.end().status == 0)
        return daemon.complaints.split(separator: "\n").drop { !$0.contains("listens at") }.dropFirst()
            .filter { !$0.contains(": reads ") && !$0.contains(">reads ") && !$0.contains("stops on") }
    }

    private func mode(of client: DaemonClient, is wanted: SensorDevice.Mode) throws {
        _ = try client.first { (line) -> Bool? in
            guard case .state(let change) = line else { return nil }
            return change.device?.mode == wanted && change.health == .ok ? true : nil
        }
        _ = try client.frame()
    }

    @Test func `another source gives the frames from then on`() throws {
        let lines = (0..<800).map { "a \($0 * 10_000) 0 0 9.81\ng \($0 * 10_000) 0 0 0" }
        let file = try folder.write(([Recording.heading] + lines).joined(separator: "\n"), to: "recording")
        let daemon = try daemon("device = sim\n")
        let client = try DaemonClient(socket)
        #expect(try client.hello().device?.mode == .simulation)
        _ = try client.frame()
        try reload("device = replay:\(file)\n", client)
        try mode(of: client, is: .replay)
        #expect(try stop(daemon, client) == ["<6>read the configuration again: device changed"])
    }

    @Test func `while nobody is there another source is no news, and serves the next client`() throws {
        let daemon = try daemon("device = sim\n")
        do { _ = try DaemonClient(socket).frame() }
        try reload("device = sim:still\n", daemon.pid)
        let client = try DaemonClient(socket)
        #expect(try client.hello().health == .ok)
        _ = try client.frame()
        #expect(try stop(daemon, client) == ["<6>read the configuration again: device changed"])
    }

    /// The second time it has the device already, and must not be in its own way.
    @Test func `a sensor is opened, and opened again`() throws {
        let daemon = try daemon("device = sim\n", behind: DaemonProcess.machine("linx1020-da280-polled"))
        let client = try DaemonClient(socket)
        _ = try client.frame()
        try reload("device = auto\n", client)
        try mode(of: client, is: .poll)
        try reload("device = iio:device0\ngyro = none\n", client)
        try mode(of: client, is: .poll)
        try reload("device = iio:device7\n", client)
        let reason = try client.first { (line) -> String? in
            guard case .state(let change) = line, change.device == nil else { return nil }
            return change.health.reason
        }
        #expect(reason.contains("there is no sensor \"iio:device7\""))
        try reload("device = sim:still\n", client)
        try mode(of: client, is: .simulation)
        kill(client.daemon.pid, SIGTERM)
        #expect(try daemon.report().changed.isEmpty)
    }

    @Test(.enabled(if: geteuid() == 0, "needs another user"))
    func `who is no longer named loses the connection, and the others keep theirs`() throws {
        let daemon = try daemon("device = sim\nusers = \(Guest.user)\n")
        let client = try DaemonClient(socket)
        let guest = try Guest(socket)
        _ = try guest.firstFrame()
        try reload("device = sim\ngroups = daemon\n", client)
        #expect(try guest.rest().last?.contains("\"denied\"") == true)
        _ = try client.frame()
        try reload("device = sim\ngroups = \(Guest.user)\n", client)
        _ = try Guest(socket).firstFrame()
        let log = try stop(daemon, client)
        #expect(log.contains("<6>read the configuration again: users, groups changed"))
    }

    @Test func `a bad file changes nothing and is told by file and line`() throws {
        let daemon = try daemon("device = sim\n")
        let client = try DaemonClient(socket)
        _ = try client.hello()
        try reload("log-level = error\ndevice = sim:dance\n", client)
        for _ in 0..<10 { _ = try client.frame() }
        let log = try stop(daemon, client)
        #expect(log.count == 1)
        #expect(
            log.first?.hasPrefix("<3>\(folder.path)/conf:2: the simulation knows hand, sway, still") == true)
        #expect(log.first?.hasSuffix("; what was in force before stays so") == true)
    }

    @Test func `the command line goes before the file`() throws {
        let daemon = try daemon("", ["--device", "sim"])
        let client = try DaemonClient(socket)
        _ = try client.frame()
        // What would end the daemon if it counted.
        try reload("device = replay:/none\n", client)
        #expect(try stop(daemon, client) == ["<6>read the configuration again: nothing changed"])
    }

    @Test func `a level of the log counts at once`() throws {
        let daemon = try daemon("device = sim\n")
        let client = try DaemonClient(socket)
        _ = try client.frame()
        try reload("device = sim\nlog-level = warning\n", client)
        kill(client.daemon.pid, SIGTERM)
        #expect(try daemon.end().status == 0)
        #expect(!daemon.complaints.contains("read the configuration again"))
        #expect(!daemon.complaints.contains("stops on signal"))
    }

    @Test func `another socket waits for a restart, which is told`() throws {
        let file = try folder.write("device = sim\nsocket = \(socket)\n", to: "conf")
        let daemon = try DaemonProcess(["--config", file], behind: [], ["NOTIFY_SOCKET": board.path])
        try daemon.listen()
        #expect(try board.next() == ["READY=1"])
        let client = try DaemonClient(socket)
        for _ in 0..<2 { try reload("device = sim\nsocket = \(socket)2\n", client) }
        _ = try client.frame()
        let warnings = try stop(daemon, client).filter { $0.hasPrefix("<4>") }
        #expect(warnings.count == 2 && warnings.allSatisfy { $0.contains("with the next start") })
        #expect(!fileExists(socket + "2"))
    }

    @Test func `a terminal that closes ends what runs in it`() throws {
        let terminal = "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))"
        let daemon = try DaemonProcess(
            ["--socket", socket, "--device", "sim"], behind: ["/usr/bin/python3", "-c", terminal])
        while !fileExists(socket) { usleep(10_000) }
        let client = try DaemonClient(socket)
        _ = try client.frame()
        kill(client.daemon.pid, SIGHUP)
        #expect(try daemon.end().status == 0)
        #expect(!fileExists(socket))
    }
}

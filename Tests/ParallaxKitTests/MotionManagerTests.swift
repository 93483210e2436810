import Foundation
import LinuxIO
import MotionCore
import MotionWire
import TestSupport
import Testing

/// Programs that use the library, with the real daemon.
@Suite struct MotionManagerTests {
    private let folder: Folder
    private var path: String { folder.path + "/s" }

    init() throws { folder = try Folder() }

    /// How many of the daemon's clients belong to a process.
    private func clients(of pid: Int32, _ client: DaemonClient) throws -> Int {
        let clients = try #require(try client.ask(.status)["clients"]?.array)
        return clients.count { $0["pid"] == .int(Int64(pid)) }
    }

    /// Waits until the daemon has so many clients of a process. Returns when, in ns.
    @discardableResult
    private func wait(for count: Int, of pid: Int32, _ client: DaemonClient) throws -> Int64 {
        let deadline = monotonicNanoseconds() + 20_000_000_000
        while try clients(of: pid, client) != count {
            try #require(monotonicNanoseconds() < deadline)
            usleep(20_000)
        }
        return monotonicNanoseconds()
    }

    private func stop(_ daemon: DaemonProcess, _ client: DaemonClient) throws {
        try #require(kill(client.daemon.pid, SIGTERM) == 0)
        #expect(try daemon.end().status == 0)
    }

    @Test func `two hundred users are one connection and one thread`() throws {
        let daemon = try DaemonProcess.simulation(path)
        let probe = try KitProbe(socket: path)
        let client = try DaemonClient(path)
        #expect(try probe.ask("threads") == "1 0")
        try probe.ask("handlers 100 60")
        _ = try probe.arrival(after: 0)
        #expect(try probe.ask("threads") == "2 1")
        try probe.ask("streams 100 30")
        _ = try probe.arrival(after: 0)
        #expect(try probe.ask("threads").hasSuffix(" 1"))
        #expect(try clients(of: probe.pid, client) == 1)
        #expect(try probe.end().status == 0)
        try stop(daemon, client)
    }

    @Test func `when the daemon is back all of two hundred resume within a second`() throws {
        var daemon = try DaemonProcess.simulation(path)
        let probe = try KitProbe(socket: path)
        try probe.ask("streams 140 60")
        try probe.ask("handlers 60 60")
        _ = try probe.arrival(after: 0)
        for _ in 0..<3 {
            try stop(daemon, try DaemonClient(path))
            let end = monotonicNanoseconds()
            _ = try probe.wait("state") { $0.hasPrefix("connecting") }
            daemon = try DaemonProcess.simulation(path)
            let back = monotonicNanoseconds()
            let resumed = try probe.arrival(after: end)
            print("resumed \(Double(resumed - back) * 1e-9) s after the daemon listened")
            #expect(Double(resumed - back) * 1e-9 < 1)
            let client = try DaemonClient(path)
            #expect(try clients(of: probe.pid, client) == 1)
        }
        #expect(try probe.ask("state") == "running")
        #expect(try probe.end().status == 0)
        try stop(daemon, try DaemonClient(path))
    }

    @Test func `a cancelled task frees its use; two seconds later connection and thread are gone`() throws {
        let daemon = try DaemonProcess.simulation(path)
        let probe = try KitProbe(socket: path), client = try DaemonClient(path)
        try probe.ask("streams 20 60")
        try probe.ask("handlers 5 60")
        _ = try probe.arrival(after: 0)
        let cancelled = monotonicNanoseconds()
        try probe.ask("cancel")
        #expect(try probe.ask("active") == "true")
        let gone = try wait(for: 0, of: probe.pid, client)
        let seconds = Double(gone - cancelled) * 1e-9
        #expect(seconds > 1.9 && seconds < 4)
        #expect(try probe.ask("active") == "false" && probe.ask("state") == "idle")
        _ = try probe.wait("threads") { $0.hasSuffix(" 0") }
        // A new user begins anew.
        try probe.ask("streams 1 60")
        _ = try probe.arrival(after: monotonicNanoseconds())
        #expect(try probe.end().status == 0)
        try stop(daemon, client)
    }

    @Test func `a stream that nobody waits for, or that is left, frees its use`() throws {
        let daemon = try DaemonProcess.simulation(path)
        let probe = try KitProbe(socket: path), client = try DaemonClient(path)
        try probe.ask("drop")
        try wait(for: 0, of: probe.pid, client)
        _ = try probe.wait("active") { $0 == "false" }
        #expect(try probe.end().status == 0)
        try stop(daemon, client)
    }

    @Test func `each gets its own pace, who polls too`() throws {
        let daemon = try DaemonProcess.simulation(path)
        let probe = try KitProbe(socket: path), client = try DaemonClient(path)
        try probe.ask("handlers 1 60")
        try probe.ask("handlers 1 20")
        try probe.ask("streams 1 7")
        _ = try probe.arrival(after: 0)
        let before = try probe.numbers("counts")
        let polled = try probe.numbers("poll 3 0.01")[0]
        let counts = zip(try probe.numbers("counts"), before).map { $0 - $1 }
        // A busy machine may lose some, but never makes more.
        #expect(counts[0] > 60 && counts[0] < 200)
        #expect(counts[1] > counts[0] / 3 * 0.85 && counts[1] < 66)
        #expect(counts[2] > 14 && counts[2] <= 24)
        #expect(polled > counts[0] * 1.2, "who asks more often than others makes more come")
        #expect(try clients(of: probe.pid, client) == 1)
        #expect(try probe.end().status == 0)
        try stop(daemon, client)
    }

    @Test func `attached to a caller's loop it has no thread, and does the same`() throws {
        var daemon = try DaemonProcess.simulation(path)
        let probe = try KitProbe(socket: path)
        let descriptor = try probe.ask("attach")
        try probe.ask("handlers 3 60")
        #expect(try probe.ask("motion") == "none")
        #expect(try probe.numbers("run 2")[0] > 30)
        #expect(try probe.numbers("counts").allSatisfy { $0 > 30 })
        #expect(try probe.ask("threads") == "1 0")
        try stop(daemon, try DaemonClient(path))
        try probe.ask("run 1")
        #expect(try probe.ask("state").hasPrefix("connecting"))
        daemon = try DaemonProcess.simulation(path)
        let back = monotonicNanoseconds()
        try probe.ask("run 1.5")
        #expect(try probe.arrival(after: back, seconds: 1) < back + 1_500_000_000)
        #expect(try probe.ask("attach") == descriptor)
        // Without users nothing wakes the loop up.
        try probe.ask("cancel")
        try probe.ask("run 2.5")
        #expect(try probe.ask("active") == "false")
        #expect(try probe.ask("run 1") == "0")
        try probe.ask("handlers 1 60")
        try probe.ask("detach")
        _ = try probe.arrival(after: monotonicNanoseconds())
        #expect(try probe.ask("threads") == "2 1")
        #expect(try probe.ask("attach") == descriptor)
        _ = try probe.wait("threads") { $0 == "1 0" }
        #expect(try probe.end().status == 0)
        try stop(daemon, try DaemonClient(path))
    }

    @Test func `a child process has a connection of its own, and leaves its parent's alone`() throws {
        let daemon = try DaemonProcess.simulation(path)
        let probe = try KitProbe(socket: path), client = try DaemonClient(path)
        try probe.ask("handlers 1 60")
        _ = try probe.arrival(after: 0)
        let status = try probe.ask("fork")
        #expect(status == "0")
        _ = try probe.arrival(after: monotonicNanoseconds())
        #expect(try clients(of: probe.pid, client) == 1)
        #expect(try probe.end().status == 0)
        try stop(daemon, client)
    }

    @Test func `a child process that lives on does not keep its parent's connection`() throws {
        let daemon = try DaemonProcess.simulation(path)
        let probe = try KitProbe(socket: path), client = try DaemonClient(path)
        try probe.ask("attach")
        try probe.ask("handlers 1 60")
        #expect(try probe.numbers("run 1")[0] > 10)
        try probe.ask("sleeper")
        try probe.ask("cancel")
        try probe.ask("run 2.5")
        #expect(try probe.ask("active") == "false")
        try wait(for: 0, of: probe.pid, client)
        #expect(try probe.ask("run 0.5") == "0")
        #expect(try probe.end().status == 0)
        try stop(daemon, client)
    }

    @Test func `tells how it fares, each change once`() throws {
        let probe = try KitProbe(socket: path)
        #expect(try probe.ask("state") == "idle" && probe.ask("available") == "false")
        try probe.ask("watch")
        _ = try probe.wait("states") { $0 == "idle" }
        try probe.ask("handlers 1 60")
        _ = try probe.wait("states") { $0.hasSuffix("connecting") }
        #expect(try probe.ask("available") == "false")
        let daemon = try DaemonProcess.simulation(path)
        _ = try probe.wait("states") { $0.hasSuffix(" running") }
        #expect(try probe.ask("available") == "true")
        try stop(daemon, try DaemonClient(path))
        _ = try probe.wait("states") { $0.hasSuffix(" running connecting") }
        try probe.ask("cancel")
        _ = try probe.wait("states") { $0.hasSuffix(" idle") }
        #expect(try probe.ask("active") == "false")
        #expect(try probe.ask("states") == "idle connecting running connecting idle")
        #expect(try probe.end().status == 0)
    }

    @Test func `recentred, the present pose becomes the neutral one of this program alone`() throws {
        let daemon = try DaemonProcess.simulation(path, "sway")
        let probe = try KitProbe(socket: path), client = try DaemonClient(path)
        try probe.ask("handlers 1 60")
        _ = try probe.arrival(after: 0)
        // Swaying, its neutral pose is in the middle: recentred at the side, the two see different offsets.
        var difference = 0.0
        let deadline = monotonicNanoseconds() + 20_000_000_000
        while difference < 0.3 {
            try #require(monotonicNanoseconds() < deadline)
            if difference < 0.05, abs(try client.frame().offset.x) > 0.6 { try probe.ask("recenter") }
            let frame = try client.frame()
            let numbers = try probe.numbers("motion")
            guard abs(numbers[0] - frame.time.seconds(since: Timestamp(nanoseconds: 0))) < 0.02 else {
                continue
            }
            difference = abs(numbers[13] - frame.offset.x)
        }
        #expect(try probe.end().status == 0)
        try stop(daemon, client)
    }

    @Test func `the environment turns the picture and rests it; a program may change both`() throws {
        let daemon = try DaemonProcess.simulation(path)
        let probe = try KitProbe(
            socket: path, ["PARALLAX_SCREEN_ANGLE": "270", "PARALLAX_REDUCE_MOTION": "1"])
        #expect(try probe.ask("angle?") == "270" && probe.ask("reduce?") == "true")
        #expect(try probe.numbers("pose") == [0, 0, 0, 0, 1])
        try probe.ask("handlers 1 60")
        _ = try probe.arrival(after: 0)
        #expect(try probe.numbers("pose") == [0, 0, 0, 0, 1])
        #expect(try probe.numbers("pushed") == [0, 0, 0, 0, 1])
        try probe.ask("reduce 0")
        // Held at a pitch of about 48°, the picture's right edge is up: a negative roll.
        let turned = try probe.numbers("pose")
        #expect(turned[4] == 0 && abs(turned[2]) < 0.5 && abs(turned[3]) > 0.4)
        try probe.ask("angle 0")
        let straight = try probe.numbers("pose")
        #expect(straight[2] > 0.4 && abs(straight[3]) < 0.5)
        let (status, complaints) = try probe.end()
        #expect(status == 0 && complaints == "")
        try stop(daemon, try DaemonClient(path))
    }

    @Test func `the example shows motion, and the README shows the example`() throws {
        let source = try String(
            contentsOf: repository.appending(path: "Examples/live/main.swift"), encoding: .utf8)
        let readme = try String(contentsOf: repository.appending(path: "README.md"), encoding: .utf8)
        #expect(readme.contains("```swift\n\(source)```\n"))
        let daemon = try DaemonProcess.simulation(path)
        let program = Process(), output = Pipe()
        program.executableURL = URL(filePath: try builtProgram("example-live"))
        program.environment = ["PARALLAXD_SOCKET": path]
        program.standardOutput = output
        try program.run()
        let text = String(
            decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        program.waitUntilExit()
        #expect(program.terminationStatus == 0)
        let lines = text.split(separator: "\n")
        #expect(lines.count == 62 && lines.last == "running", "\(text)")
        #expect(lines.dropFirst().dropLast().allSatisfy { $0.split(separator: " ").count == 4 })
        try stop(daemon, try DaemonClient(path))
    }

    @Test func `a bad angle in the environment is told once`() throws {
        let probe = try KitProbe(socket: path, ["PARALLAX_SCREEN_ANGLE": "45"])
        for _ in 0..<3 { #expect(try probe.ask("angle?") == "0") }
        let (status, complaints) = try probe.end()
        #expect(status == 0)
        #expect(complaints.hasPrefix("ParallaxKit: PARALLAX_SCREEN_ANGLE is 45, "))
        #expect(complaints.split(separator: "\n").count == 1)
    }
}

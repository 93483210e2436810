import Foundation
package import LinuxIO
package import MotionWire

/// A directory that lasts as long as its owner.
package final class Folder {
    package let path = FileManager.default.temporaryDirectory.appending(
        path: "plx-\(UUID().uuidString.prefix(8))"
    )
    .path

    package init() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        // Other users' daemons and clients come here too.
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }

    deinit {
        do { try FileManager.default.removeItem(atPath: path) } catch { fatalError("\(error)") }
    }

    /// Writes a file and returns its path.
    package func write(_ text: String, to name: String) throws -> String {
        try Data(text.utf8).write(to: URL(filePath: path + "/" + name))
        return path + "/" + name
    }
}

/// The built daemon, or what runs it.
package final class DaemonProcess {
    private let process = Process()
    private let output = Pipe(), errors = Pipe()
    private let notes: Folder
    package private(set) var complaints = ""

    private static let fixtures = testsFolder.appending(path: "Fixtures")

    /// What goes before the program to run it on the machine of a fixture, changed by the feeder's `options`.
    package static func machine(_ fixture: String, _ options: [String] = []) -> [String] {
        let feeder = fixtures.appending(path: "umockdev_feed.py").path
        return ["/usr/bin/python3", feeder, fixtures.appending(path: "devices/" + fixture).path] + options + [
            "--"
        ]
    }

    /// Of the daemon, once whatever runs it has made way.
    package var pid: Int32 { process.processIdentifier }

    /// Runs the daemon, behind `prefix` if that is given, with these variables added to the environment.
    /// `socket`: one that listens, to be passed on as systemd passes it.
    package init(
        _ arguments: [String], behind prefix: [String] = [], _ variables: [String: String] = [:],
        socket: CInt? = nil
    ) throws {
        notes = try Folder()
        // With what runs it, also when a test fails and ends that.
        let guardian = prefix.isEmpty ? [] : ["/usr/bin/setpriv", "--pdeathsig", "KILL"]
        var passing: [String] = []
        if let socket {
            process.standardInput = FileHandle(fileDescriptor: socket, closeOnDealloc: false)
            passing = ["/bin/sh", "-c", "export LISTEN_FDS=1 LISTEN_PID=$$; exec \"$@\" 3<&0", "sh"]
        }
        let command = prefix + guardian + passing + [try builtProgram("parallaxd")] + arguments
        process.executableURL = URL(filePath: command[0])
        process.arguments = Array(command.dropFirst())
        // What it learns must not stay on this machine, nor what it notes come to others' machines.
        let clean = ["STATE_DIRECTORY": "/proc/none", "RUNTIME_DIRECTORY": notes.path].merging(variables) {
            $1
        }
        process.environment = ProcessInfo.processInfo.environment.merging(clean) { $1 }
        process.standardOutput = output
        process.standardError = errors
        try process.run()
    }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

    /// Waits until the daemon listens.
    package func listen() throws {
        while !complaints.contains("listens at ") {
            let arrived = errors.fileHandleForReading.availableData
            guard !arrived.isEmpty else { throw Disappointment("the daemon ended: \(complaints)") }
            complaints += String(decoding: arrived, as: UTF8.self)
        }
    }

    /// Waits for the end. Returns the status, or the signal's number less 1000, and what was printed.
    package func end() throws -> (status: Int32, output: String) {
        complaints += String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        let isExit = process.terminationReason == .exit
        return (isExit ? process.terminationStatus : process.terminationStatus - 1000, text)
    }

    /// What happened to attributes, as umockdev_feed.py reports it.
    package struct Report: Decodable {
        package var running, changed: [String: String]
        package var written: [String]
    }

    /// Waits for the end on a fixture's machine.
    package func report() throws -> Report {
        let (status, text) = try end()
        guard status == 0, let report = text.split(separator: "\n").last else {
            throw Disappointment("status \(status): \(complaints)")
        }
        return try JSONDecoder().decode(Report.self, from: Data(report.utf8))
    }
}

/// Whether each timer of a process is armed.
package func timers(of process: Int32) throws -> [Bool] {
    let folder = "/proc/\(process)/fdinfo"
    return try FileManager.default.contentsOfDirectory(atPath: folder).compactMap { name in
        guard let text = attribute(folder + "/" + name), text.contains("it_value") else { return nil }
        return !(text.contains("it_value: (0, 0)") && text.contains("it_interval: (0, 0)"))
    }
}

/// A client of a daemon in another process.
package final class DaemonClient {
    private let socket: UnixSocket
    private var lines = LineReader(limit: 65_536)
    package let daemon: PeerCredentials

    package init(_ path: String) throws {
        socket = try UnixSocket.connect(to: path)
        daemon = try socket.peer()
    }

    package func send(_ command: Request.Command) throws { try socket.sendAll(Request(command).json.line) }

    package func send(line: String) throws { try socket.sendAll(Array((line + "\n").utf8)) }

    /// The next line, waited for; nil when the daemon closed.
    package func next() throws -> Message? { try nextLine().map { try Message(line: $0) } }

    package func nextJSON() throws -> JSON? { try nextLine().map { try JSON($0) } }

    private func nextLine() throws -> ArraySlice<UInt8>? {
        while true {
            if let line = try lines.next() { return line }
            guard try socket.waitUntilReadable(timeout: 20_000) else {
                throw Disappointment("nothing came for 20 s")
            }
            var arrived: [UInt8] = []
            if try socket.receive(into: &arrived) == 0 { return nil }
            lines.append(arrived)
        }
    }

    package func hello() throws -> Hello {
        let line = try next()
        guard case .hello(let hello)? = line else { throw Unexpected(line: line) }
        return hello
    }

    /// The next frame; other lines are passed over.
    package func frame() throws -> Frame {
        try first { if case .tilt(let frame) = $0 { frame } else { nil } }
    }

    /// Asks and returns the reply; other lines are passed over.
    package func ask(_ command: Request.Command) throws -> JSON {
        try send(command)
        return try first { if case .reply(let reply) = $0 { reply.json } else { nil } }
    }

    /// What `body` finds in the first line that it finds something in.
    package func first<Found>(_ body: (Message) -> Found?) throws -> Found {
        let deadline = monotonicNanoseconds() + 20_000_000_000
        var last: Message?
        while monotonicNanoseconds() < deadline, let line = try next() {
            if let found = body(line) { return found }
            last = line
        }
        throw Unexpected(line: last)
    }

    package struct Unexpected: Error {
        package var line: Message?

        package init(line: Message?) { self.line = line }
    }
}

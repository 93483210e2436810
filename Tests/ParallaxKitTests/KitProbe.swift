import Foundation
import LinuxIO
import TestSupport
import Testing

/// The probe: a process that uses the library as it is told.
final class KitProbe {
    private let process = Process()
    private let input = Pipe(), output = Pipe()
    /// Where it complains: to a file, which has room for all that sanitizers say.
    private let folder: Folder
    private var complaints: String { folder.path + "/errors" }
    private var rest = ""

    /// `socket`: where it looks for the daemon.
    init(socket: String, _ variables: [String: String] = [:]) throws {
        folder = try Folder()
        process.executableURL = URL(filePath: try builtProgram("kit-probe"))
        let own = [
            "PARALLAXD_SOCKET": socket, "PARALLAX_REDUCE_MOTION": "0",
            // For the thread sanitizer, if that is there.
            "TSAN_OPTIONS": "die_after_fork=0",
        ]
        process.environment = ProcessInfo.processInfo.environment.merging(own) { $1 }
            .merging(variables) { $1 }
        process.standardInput = input
        process.standardOutput = output
        process.standardError = try FileHandle(
            forWritingTo: URL(filePath: try folder.write("", to: "errors")))
        try process.run()
    }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

    var pid: Int32 { process.processIdentifier }

    @discardableResult
    func ask(_ line: String) throws -> String {
        try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
        while !rest.contains("\n") {
            let arrived = output.fileHandleForReading.availableData
            try #require(!arrived.isEmpty, "the probe ended at \(line)")
            rest += String(decoding: arrived, as: UTF8.self)
        }
        let end = try #require(rest.firstIndex(of: "\n"))
        defer { rest = String(rest[rest.index(after: end)...]) }
        return String(rest[..<end])
    }

    func numbers(_ line: String) throws -> [Double] {
        let answer = try ask(line)
        let numbers = answer.split(separator: " ").compactMap { Double($0) }
        try #require(!numbers.isEmpty, "\(line): \(answer)")
        return numbers
    }

    /// When motion first came after `moment` to the user who waited longest.
    func arrival(after moment: Int64, seconds: Double = 20) throws -> Int64 {
        let answer = try ask("arrived \(moment) \(seconds)")
        return try #require(Int64(answer), "\(answer)")
    }

    /// Asks until the answer is `expected`, for 20 s at most.
    func wait(_ line: String, for expected: (String) -> Bool) throws -> String {
        let deadline = monotonicNanoseconds() + 20_000_000_000
        while true {
            let answer = try ask(line)
            if expected(answer) { return answer }
            try #require(monotonicNanoseconds() < deadline, "\(line): still \(answer)")
            usleep(20_000)
        }
    }

    /// Lets it end. Returns its status and what it said on standard error.
    func end() throws -> (status: Int32, complaints: String) {
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        return (process.terminationStatus, try String(contentsOfFile: complaints, encoding: .utf8))
    }
}

extension DaemonProcess {
    /// A simulation at `path`, which listens.
    static func simulation(_ path: String, _ motion: String = "hand") throws -> DaemonProcess {
        let daemon = try DaemonProcess(["--device", "sim:" + motion, "--socket", path])
        try daemon.listen()
        return daemon
    }
}

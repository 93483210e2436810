import Foundation
import LinuxIO
import MotionWire
import TestSupport
import Testing

/// What strangers may do to the daemon, and what is left of it.
@Suite(.timeLimit(.minutes(10))) struct HostileTests {
    @Test func `ten thousand that come and go leave nothing in the daemon`() throws {
        let folder = try Folder()
        let socket = folder.path + "/s"
        // Under the address sanitizer what was freed is not to be kept for long.
        let daemon = try DaemonProcess(
            ["--socket", socket, "--device", "sim"],
            ["ASAN_OPTIONS": "detect_leaks=0:quarantine_size_mb=1:thread_local_quarantine_size_kb=64"])
        try daemon.listen()
        let staying = try DaemonClient(socket)
        _ = try staying.frame()
        // The first thousand make the room that the others use again.
        try storm(1_000, at: socket)
        _ = try staying.ask(.ping)
        let before = try held(by: staying.daemon.pid)
        try storm(9_000, at: socket)
        while try #require(try staying.ask(.status)["client_count"]?.int) > 1 {}
        let after = try held(by: staying.daemon.pid)
        #expect(after.descriptors == before.descriptors)
        // Half a KiB for each of them would be more.
        #expect(after.kilobytes < before.kilobytes + 4096)
        _ = try staying.frame()
        kill(staying.daemon.pid, SIGTERM)
        #expect(try daemon.end().status == 0)
    }

    private func storm(_ count: Int, at socket: String) throws {
        let words = [
            "", "{\"cmd\":\"status\"}\n", "{\"cmd\":", "\u{0}\n\u{FFFD}\n",
            String(repeating: "x", count: 5000),
        ]
        for number in 0..<count {
            let client = try connected(to: socket)
            // Whoever is refused meanwhile has gone for the same reason as one that goes.
            do throws(Errno) { _ = try client.send(Array(words[number % words.count].utf8)[...]) } catch {}
        }
    }

    /// A full queue of those who wait is waited for.
    private func connected(to socket: String) throws -> UnixSocket {
        while true {
            do throws(Errno) { return try UnixSocket.connect(to: socket) } catch .wouldBlock { sched_yield() }
        }
    }

    private func held(by process: Int32) throws -> (descriptors: Int, kilobytes: Int) {
        let folder = "/proc/\(process)"
        let status = String(decoding: try readFile(folder + "/status"), as: UTF8.self)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") })
        return (
            try FileManager.default.contentsOfDirectory(atPath: folder + "/fd").count,
            try #require(line.split(separator: " ").compactMap { Int($0) }.first)
        )
    }
}

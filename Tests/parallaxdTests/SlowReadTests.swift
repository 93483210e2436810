import Foundation
import LinuxIO
import MotionCore
import MotionWire
import TestSupport
import Testing

/// What a sensor hub costs that takes its time for every reading.
@Suite(.timeLimit(.minutes(10))) struct SlowReadTests {
    private let folder: Folder
    private let socket: String

    init() throws {
        folder = try Folder()
        socket = folder.path + "/s"
    }

    /// A daemon on a machine whose accelerometer takes so long for each axis.
    private func daemon(_ fixture: String, seconds: Int, _ options: [String] = []) throws -> DaemonProcess {
        let library = folder.path + "/slow_read.so"
        let source = testsFolder.appending(path: "Probes/slow-read/slow_read.c").path
        let compiler = try Process.run(
            URL(filePath: "/usr/bin/cc"), arguments: ["-shared", "-fPIC", "-Wall", "-o", library, source])
        compiler.waitUntilExit()
        try #require(compiler.terminationStatus == 0)
        let environment = [
            "/usr/bin/env", "SLOW_READ_SECONDS=\(seconds)", "LD_PRELOAD=\(library):libumockdev-preload.so.0",
        ]
        let daemon = try DaemonProcess(
            ["--socket", socket, "--device", "auto"],
            behind: DaemonProcess.machine(fixture, options) + environment)
        try daemon.listen()
        return daemon
    }

    /// A client that has asked for samples, and what it has read.
    private final class Listener {
        let client: DaemonClient
        private(set) var samples: [Scan] = []
        private(set) var states: [Health.State] = []
        private(set) var frames: [Frame] = []

        init(_ socket: String) throws {
            client = try DaemonClient(socket)
            _ = try client.hello()
            try client.send(.subscribe(Subscription(samples: true)))
        }

        /// Reads until that holds.
        func listen(until isEnough: (Listener) -> Bool) throws {
            while !isEnough(self) { note(try #require(try client.next())) }
        }

        /// Reads all that came before now.
        func catchUp() throws {
            try client.send(.ping)
            // Replies of two requests: the first may be the subscription's.
            while true {
                let line = try #require(try client.next())
                if case .reply(let reply) = line, reply.json["rate"] == nil { return }
                note(line)
            }
        }

        private func note(_ line: Message) {
            switch line {
            case .sample(let scan): samples.append(scan)
            case .state(let change): states.append(change.health.state)
            case .tilt(let frame): frames.append(frame)
            default: break
            }
        }
    }

    /// A reading of all axes takes 9 s.
    @Test func `readings of three seconds hold up no answer, no state line and no frame`() throws {
        let daemon = try daemon("linx1020-da280-polled", seconds: 3)
        var longest = 0.0
        func timed<Result>(_ body: () throws -> Result) rethrows -> Result {
            let start = monotonicNanoseconds()
            defer { longest = max(longest, Double(monotonicNanoseconds() - start) * 1e-9) }
            return try body()
        }
        let listener = try timed { try Listener(socket) }
        for _ in 0..<10 {
            let client = try DaemonClient(socket)
            #expect(try timed { try client.hello() }.device?.mode == .poll)
            for _ in 0..<40 { #expect(try timed { try client.ask(.ping) }["ok"] == true) }
            #expect(try timed { try client.ask(.status) }["client_count"] == 2)
            #expect(try timed { try client.ask(.devices) }["ok"] == true)
        }
        try listener.catchUp()
        #expect(listener.samples.isEmpty)
        // What waits for one of them takes all of it.
        #expect(longest < 1.5)

        try listener.listen { !$0.samples.isEmpty }
        // At 0.5 s and 5 s later.
        #expect(listener.states.filter { $0 == .stale }.count >= 2)
        #expect(listener.frames.isEmpty)

        // While the next reading is under way.
        try listener.listen { $0.frames.count == 10 }
        #expect(listener.samples.count == 1)
        let (first, last) = (listener.frames[0], listener.frames[9])
        #expect(abs(last.time.seconds(since: first.time) - Double(last.sequence - first.sequence) / 60) < 0.1)
        kill(listener.client.daemon.pid, SIGTERM)
        #expect(try daemon.report().changed.isEmpty)
    }

    @Test func `the gyroscope's samples go on beside readings of three seconds`() throws {
        // Somebody else has the accelerometer's buffer.
        let daemon = try daemon(
            "bytrail-tablet-bmc150-bmg160", seconds: 3, ["--pace", "--set", "iio:device0/buffer/enable=1"])
        let listener = try Listener(socket)
        try listener.listen { $0.samples.contains { $0.sensor == .accel } }
        let turns = listener.samples.filter { $0.sensor == .gyro }
        #expect(turns.count > 100)
        #expect(zip(turns, turns.dropFirst()).allSatisfy { $0.time < $1.time })
        kill(listener.client.daemon.pid, SIGTERM)
        let report = try daemon.report()
        #expect(report.changed.isEmpty)
        #expect(!report.written.contains { $0.hasPrefix("iio:device0/") })
    }

    @Test func `sensors are let go, woken and left while a reading is under way`() throws {
        let start = monotonicNanoseconds()
        let daemon = try daemon("linx1020-da280-polled", seconds: 60)
        let pid: Int32
        do {
            let client = try DaemonClient(socket)
            pid = client.daemon.pid
            #expect(try client.ask(.ping)["ok"] == true)
            #expect(try timers(of: pid) == [true])
            while try readings(of: pid) != 1 { usleep(1000) }
        }
        while try timers(of: pid) != [false] { usleep(20_000) }
        #expect(try readings(of: pid) == 1)
        let client = try DaemonClient(socket)
        #expect(try client.hello().device?.mode == .poll)
        #expect(try client.ask(.ping)["ok"] == true)
        while try readings(of: pid) != 2 { usleep(1000) }
        kill(pid, SIGTERM)
        #expect(try daemon.report().changed.isEmpty)
        // In a third of the time of the first axis.
        #expect(Double(monotonicNanoseconds() - start) * 1e-9 < 20)
    }

    /// How many threads of the daemon read, but for one that has not yet its name.
    private func readings(of process: Int32) throws -> Int {
        let folder = "/proc/\(process)/task"
        return try FileManager.default.contentsOfDirectory(atPath: folder).filter {
            attribute(folder + "/" + $0 + "/comm") == "plx-poll"
        }.count
    }
}

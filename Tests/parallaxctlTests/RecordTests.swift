import Foundation
import LinuxIO
import MotionCore
import Testing

@testable import parallaxctl

@Suite(.timeLimit(.minutes(10))) struct RecordTests {
    private let file = temporaryPath("recording")

    /// Sends samples once the client has asked for them.
    private func daemon(
        _ words: String,
        then rest: @escaping @Sendable (borrowing FakeDaemon.Client) throws -> Void = { _ in }
    ) throws -> FakeDaemon {
        try FakeDaemon(FakeDaemon.hello) { client in
            guard try client.request() == #"{"cmd":"subscribe","id":1,"samples":true}"# else { return }
            try client.send(#"{"type":"reply","id":1,"ok":true}"# + "\n" + words)
            try rest(client)
        }
    }

    private static let heading = """
        # parallax recording 1
        # device: bmi160
        # accel-matrix: 0.0 1.0 0.0; -1.0 0.0 0.0; 0.0 -0.0 1.0
        # gyro-matrix: 1.0 0.0 0.0; 0.0 1.0 0.0; 0.0 0.0 1.0

        """

    @Test func `a daemon that goes away in the middle of a line leaves a whole file`() throws {
        let daemon = try daemon(
            FakeDaemon.sample("accel", 1_000_000) + FakeDaemon.tilt(1) + #"{"type":"gap","lost":7}"# + "\n"
                + FakeDaemon.sample("gyro", 3_500_000) + #"{"type":"sample","sens"#)
        let result = try Program.run("record", file, daemon: daemon)
        #expect(
            try String(contentsOfFile: file, encoding: .utf8) == Self.heading + """
                a 1000000 0.5 -0.25 9.75
                # gap: 7 samples lost
                g 3500000 0.5 -0.25 9.75

                """)
        #expect(
            result.error == """
                parallaxctl: 1 accel and 1 gyro samples in 2.5 s, 7 lost
                parallaxctl: the daemon closed the connection

                """)
        #expect(result.status == 69 && result.output.isEmpty)
        #expect(try Recording(readFile(file)).sensors == [.accel, .gyro])
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func `a signal ends a recording well`(signal: Int32) throws {
        let daemon = try daemon(FakeDaemon.sample("accel", 1_000_000)) { try $0.waitForEnd() }
        let program = try Program(["record", "-"], environment: ["PARALLAXD_SOCKET": daemon.path])
        let text = try program.read(until: "a 1000000 0.5 -0.25 9.75\n")
        kill(program.process.processIdentifier, signal)
        let result = try program.result()
        #expect(text + result.output == Self.heading + "a 1000000 0.5 -0.25 9.75\n")
        #expect(result.error == "parallaxctl: 1 accel and 0 gyro samples in 0.0 s\n")
        #expect(result.status == 0)
    }

    @Test func `it ends when its time is up`() throws {
        let daemon = try daemon(FakeDaemon.sample("gyro", 1)) { try $0.waitForEnd() }
        let result = try Program.run("record", file, "--seconds", "0.3", daemon: daemon)
        #expect(result.status == 0)
        #expect(try String(contentsOfFile: file, encoding: .utf8).hasSuffix("g 1 0.5 -0.25 9.75\n"))
    }

    @Test func `a file that is there is left alone, unless forced`() throws {
        try
            "precious and rather longer than what comes instead of it, which is a heading and a sample or so\n"
            .appending(String(repeating: "x", count: 1000)).write(
                toFile: file, atomically: true, encoding: .utf8)
        let before = try readFile(file)
        let refused = try Program.run("record", file, daemon: daemon(FakeDaemon.sample("accel", 1)))
        #expect(refused.status == 73 && refused.error.contains("--force"))
        #expect(try readFile(file) == before)
        let forced = try Program.run("record", "--force", file, daemon: daemon(FakeDaemon.sample("accel", 1)))
        #expect(forced.status == 69)
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(text == Self.heading + "a 1 0.5 -0.25 9.75\n")
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
    func `a full disk is told`() throws {
        let result = try Program.run(
            "record", "/dev/full", "--force", daemon: daemon(FakeDaemon.sample("accel", 1)))
        #expect(result.status == 74 && result.error.contains("No space left"))
    }

    @Test func `a place that is not there is told`() throws {
        let result = try Program.run("record", "/nowhere/x.txt", daemon: daemon(""))
        #expect(result.status == 73 && result.error.contains("/nowhere/x.txt"))
    }
}

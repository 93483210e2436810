import Foundation
import LinuxIO
import MotionCore
import MotionWire
import TestSupport
import Testing

/// What systemd's watchdog sees of the daemon.
@Suite(.timeLimit(.minutes(10))) struct SupervisorTests {
    private static let seconds = 1.0
    private static let on = ["WATCHDOG_USEC=1000000", "WATCHDOG=1"]

    private let folder: Folder
    private let socket: String
    private let board: NoticeBoard

    init() throws {
        folder = try Folder()
        socket = folder.path + "/s"
        board = try NoticeBoard(folder.path + "/notify")
    }

    private func daemon(_ device: String, behind prefix: [String] = []) throws -> DaemonProcess {
        let daemon = try DaemonProcess(
            ["--socket", socket, "--device", device], behind: prefix,
            ["NOTIFY_SOCKET": board.path, "WATCHDOG_USEC": "1000000"])
        try daemon.listen()
        #expect(try board.next() == ["WATCHDOG_USEC=0"])
        #expect(try board.next() == ["READY=1"])
        return daemon
    }

    /// Signs of life come before systemd loses patience, several times in a row.
    private func expectSigns() throws {
        #expect(try board.next() == Self.on)
        for _ in 0..<4 { #expect(try board.next(within: Self.seconds) == ["WATCHDOG=1"]) }
    }

    @Test func `it is off while nobody is there, on with each first client`() throws {
        let daemon = try daemon("sim")
        for _ in 0..<2 {
            do {
                let client = try DaemonClient(socket)
                _ = try client.frame()
                try expectSigns()
            }
            while let notice = try board.next(within: 5), notice != ["WATCHDOG_USEC=0"] {
                #expect(notice == ["WATCHDOG=1"])
            }
            #expect(try board.next(within: 2 * Self.seconds) == nil)
            #expect(try timers(of: daemon.pid) == [false])
        }
        kill(daemon.pid, SIGTERM)
        #expect(try daemon.end().status == 0)
    }

    @Test func `without a sensor waiting is no fault`() throws {
        let daemon = try daemon("auto", behind: DaemonProcess.machine("dell-latitude-hid-base-only"))
        let client = try DaemonClient(socket)
        #expect(try client.hello().health.state == .noDevice)
        try expectSigns()
        kill(client.daemon.pid, SIGTERM)
        #expect(try daemon.report().changed.isEmpty)
    }

    /// Its samples come, so that all seems well, and no pose can be made of them.
    @Test func `a loop that turns and gives nothing gives no sign`() throws {
        let turns = (0..<800).map { "g \($0 * 10_000) 0 0 0.1" }
        let text = ([Recording.heading] + turns + ["a 8000000 0 0 9.81"]).joined(separator: "\n")
        let daemon = try daemon("replay:" + folder.write(text, to: "recording"))
        let client = try DaemonClient(socket)
        #expect(try client.hello().health == .ok)
        #expect(try board.next() == Self.on)
        #expect(try board.next(within: 3 * Self.seconds) == nil)
        #expect(try client.ask(.status)["state"] == "ok")
        kill(client.daemon.pid, SIGTERM)
        #expect(try daemon.end().status == 0)
    }
}

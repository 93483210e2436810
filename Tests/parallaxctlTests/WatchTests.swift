import Foundation
import LinuxIO
import Testing

@testable import parallaxctl

@Suite(.timeLimit(.minutes(1))) struct WatchTests {
    /// The program on a terminal of our own.
    private final class Terminal {
        let process = Process()
        private let master: CInt
        private let slave: CInt
        private let before: tcflag_t
        private var shown = ""
        /// All that the terminal was told.
        private(set) var history = ""

        init(_ daemon: FakeDaemon, environment: [String: String] = [:]) throws {
            var ends: (CInt, CInt) = (-1, -1)
            var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
            try #require(openpty(&ends.0, &ends.1, nil, nil, &size) == 0)
            (master, slave) = ends
            before = Terminal.localFlags(slave)
            process.executableURL = Program.url
            process.arguments = ["watch", "--socket", daemon.path]
            process.environment = environment
            let handle = FileHandle(fileDescriptor: slave)
            process.standardInput = handle
            process.standardOutput = handle
            process.standardError = handle
            try process.run()
        }

        deinit {
            process.terminate()
            close(master)
            close(slave)
        }

        private static func localFlags(_ descriptor: CInt) -> tcflag_t {
            var settings = termios()
            tcgetattr(descriptor, &settings)
            return settings.c_lflag
        }

        var isRaw: Bool { Terminal.localFlags(slave) & tcflag_t(ICANON | ECHO) == 0 }
        var isAsBefore: Bool { Terminal.localFlags(slave) == before }

        /// Reads on until the terminal was told `words`, and forgets what it was told up to there.
        func read(until words: String) throws {
            while true {
                if let found = shown.range(of: words) {
                    shown.removeSubrange(..<found.upperBound)
                    return
                }
                var bytes = [UInt8](repeating: 0, count: 65_536)
                let count = Glibc.read(master, &bytes, bytes.count)
                try #require(count > 0, "the terminal never showed \(words.debugDescription)")
                let text = String(decoding: bytes[..<count], as: UTF8.self)
                shown += text
                history += text
            }
        }

        func type(_ keys: String) { _ = write(master, keys, keys.utf8.count) }

        func resize(columns: UInt16, rows: UInt16) {
            var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
            _ = ioctl(master, UInt(TIOCSWINSZ), &size)
            kill(process.processIdentifier, SIGWINCH)
        }

        /// Expects that all is given back.
        func expectEnd(status: Int32 = 0) throws {
            try read(until: Self.leave)
            process.waitUntilExit()
            #expect(process.terminationReason == .exit && process.terminationStatus == status)
            #expect(isAsBefore)
        }

        static let enter = "\u{1B}[?1049h"
        static let leave = "\u{1B}[?25h\u{1B}[?1049l"
    }

    private func daemon(
        _ rest: @escaping @Sendable (borrowing FakeDaemon.Client) throws -> Void = { try $0.waitForEnd() }
    ) throws -> FakeDaemon {
        try FakeDaemon(FakeDaemon.hello + FakeDaemon.tilt(1) + FakeDaemon.tilt(2), then: rest)
    }

    @Test func `it draws, and q gives the terminal back`() throws {
        let terminal = try Terminal(daemon())
        try terminal.read(until: Terminal.enter)
        try terminal.read(until: "50.0/s")
        #expect(terminal.isRaw)
        terminal.type("q")
        try terminal.expectEnd()
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
    func `a signal gives the terminal back`(signal: Int32) throws {
        let terminal = try Terminal(daemon())
        try terminal.read(until: "50.0/s")
        kill(terminal.process.processIdentifier, signal)
        try terminal.expectEnd()
    }

    @Test func `stopped it gives the terminal back, and takes it again when it goes on`() throws {
        let terminal = try Terminal(daemon())
        try terminal.read(until: "50.0/s")
        kill(terminal.process.processIdentifier, SIGTSTP)
        try terminal.read(until: Terminal.leave)
        // It stops itself after that: waits until it has.
        var information = siginfo_t()
        let pid = id_t(terminal.process.processIdentifier)
        #expect(waitid(P_PID, pid, &information, WSTOPPED | WNOWAIT) == 0)
        #expect(terminal.isAsBefore)
        kill(terminal.process.processIdentifier, SIGCONT)
        try terminal.read(until: Terminal.enter)
        try terminal.read(until: "50.0/s")
        #expect(terminal.isRaw)
        terminal.type("q")
        try terminal.expectEnd()
    }

    @Test func `r makes the pose the neutral one`() throws {
        let terminal = try Terminal(
            daemon { client in
                guard try client.request() == #"{"cmd":"recenter","id":1}"# else { return }
                try client.send(
                    #"{"type":"state","state":"busy","reason":"recentred","device":null}"# + "\n")
                try client.waitForEnd()
            })
        try terminal.read(until: "50.0/s")
        terminal.type("r")
        try terminal.read(until: "busy: recentred")
        terminal.type("q")
        try terminal.expectEnd()
    }

    @Test func `another size is filled`() throws {
        let terminal = try Terminal(daemon())
        try terminal.read(until: "50.0/s")
        terminal.resize(columns: 100, rows: 40)
        try terminal.read(until: "\u{1B}[2J")
        try terminal.read(until: "\u{1B}[40;1H")
        terminal.type("q")
        try terminal.expectEnd()
    }

    @Test func `without its daemon it keeps the picture and says so`() throws {
        let terminal = try Terminal(daemon { _ in })
        try terminal.read(until: "no daemon")
        try terminal.read(until: "trying again")
        #expect(terminal.process.isRunning && terminal.isRaw)
        terminal.type("q")
        try terminal.expectEnd()
    }

    @Test func `a daemon that comes back is shown`() throws {
        let first = try daemon { _ in }
        let terminal = try Terminal(first)
        try terminal.read(until: "trying again")
        unlink(first.path)
        let second = try FakeDaemon(
            FakeDaemon.hello.replacing("bmi160", with: "lsm6ds3"), at: first.path
        ) { try $0.waitForEnd() }
        try terminal.read(until: "lsm6ds3")
        terminal.type("q")
        try terminal.expectEnd()
        withExtendedLifetime(second) {}
    }

    @Test func `who is not wanted gets the terminal back and 77`() throws {
        let terminal = try Terminal(
            FakeDaemon(#"{"type":"reply","ok":false,"error":{"code":"denied","message":"no seat"}}"# + "\n"))
        try terminal.expectEnd(status: 77)
        try terminal.read(until: "the daemon refuses: no seat")
    }

    @Test(arguments: [["NO_COLOR": "1"], ["TERM": "dumb"]])
    func `no colours are used where none are wanted`(environment: [String: String]) throws {
        let terminal = try Terminal(daemon(), environment: environment)
        try terminal.read(until: "50.0/s")
        terminal.type("q")
        try terminal.expectEnd()
        #expect(terminal.history.contains("▒") && !terminal.history.contains("8;5;"))
    }
}

import Foundation
import LinuxIO
import Testing

@testable import parallaxctl

@Suite(.timeLimit(.minutes(10))) struct WatchTests {
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

    @Test(arguments: [("denied", 77), ("unavailable", 69)])
    func `who is not wanted, or wants what cannot start, gets the terminal back`(
        code: String, status: Int32
    ) throws {
        let refusal = #"{"type":"reply","ok":false,"error":{"code":"\#(code)","message":"for a reason"}}"#
        let terminal = try Terminal(FakeDaemon(refusal + "\n"))
        try terminal.expectEnd(status: status)
        try terminal.read(until: "the daemon refuses: for a reason")
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

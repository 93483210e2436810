import Glibc
import Testing

@testable import LinuxIO

@Suite struct TerminalTests {
    /// Both ends of a terminal of our own.
    private final class Pair {
        let master: CInt
        let slave: CInt

        init() throws {
            var ends: (CInt, CInt) = (-1, -1)
            try #require(openpty(&ends.0, &ends.1, nil, nil, nil) == 0)
            (master, slave) = ends
        }

        deinit {
            close(master)
            close(slave)
        }

        var localFlags: tcflag_t {
            var settings = termios()
            tcgetattr(slave, &settings)
            return settings.c_lflag
        }
    }

    @Test func `keys come at once and unseen, but those for signals stay`() throws {
        let pair = try Pair()
        let before = pair.localFlags
        let terminal = try RawTerminal(pair.slave)
        #expect(before & tcflag_t(ICANON | ECHO) == tcflag_t(ICANON | ECHO))
        #expect(pair.localFlags == before & ~tcflag_t(ICANON | ECHO))
        #expect(write(pair.master, "q", 1) == 1)
        #expect(try terminal.keys() == Array("q".utf8))
    }

    @Test func `the terminal is as it was when its owner ends, however often it was given back`() throws {
        let pair = try Pair()
        let before = pair.localFlags
        do {
            let terminal = try RawTerminal(pair.slave)
            terminal.restore()
            #expect(pair.localFlags == before)
            try terminal.enter()
            #expect(pair.localFlags != before)
        }
        #expect(pair.localFlags == before)
    }

    @Test func `a size is known for terminals that have one`() throws {
        let pair = try Pair()
        #expect(TerminalSize(of: pair.slave) == nil)
        var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
        #expect(ioctl(pair.slave, UInt(TIOCSWINSZ), &size) == 0)
        #expect(TerminalSize(of: pair.slave) == TerminalSize(columns: 80, rows: 24))
    }

    @Test func `a pipe is no terminal`() throws {
        var ends: [CInt] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        #expect(!isTerminal(ends[0]) && TerminalSize(of: ends[0]) == nil)
        #expect(throws: Errno(rawValue: ENOTTY)) { _ = try RawTerminal(ends[0]) }
        let pair = try Pair()
        #expect(isTerminal(pair.slave))
    }
}

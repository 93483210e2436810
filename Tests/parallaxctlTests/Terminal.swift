import Foundation
import LinuxIO
import Testing

@testable import parallaxctl

/// The program on a terminal of our own.
final class Terminal {
    let process = Process()
    private let master: CInt
    private let slave: CInt
    private let before: tcflag_t
    private var shown = ""
    /// All that the terminal was told.
    private(set) var history = ""

    init(_ daemon: FakeDaemon, verb: String = "watch", environment: [String: String] = [:]) throws {
        var ends: (CInt, CInt) = (-1, -1)
        var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
        try #require(openpty(&ends.0, &ends.1, nil, nil, &size) == 0)
        (master, slave) = ends
        before = Terminal.localFlags(slave)
        process.executableURL = Program.url
        process.arguments = [verb, "--socket", daemon.path]
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

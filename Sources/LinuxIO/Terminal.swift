import CLinux
import Glibc

/// How many characters a terminal shows.
package struct TerminalSize: Hashable, Sendable {
    package let columns: Int
    package let rows: Int

    package init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    /// Nil where the descriptor is no terminal or a terminal that does not know.
    package init?(of descriptor: CInt) {
        var size = winsize()
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
        else { return nil }
        self.init(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }
}

package func isTerminal(_ descriptor: CInt) -> Bool { isatty(descriptor) == 1 }

/// A terminal that hands over each key at once and shows none; it is as it was again with its owner's end.
///
/// Keys that mean a signal, such as Ctrl-C, still do.
package struct RawTerminal: ~Copyable {
    private let descriptor: CInt
    private let original: termios

    /// Changes a terminal that somebody else closes, after this.
    package init(_ descriptor: CInt) throws(Errno) {
        var settings = termios()
        try syscall { unsafe tcgetattr(descriptor, &settings) }
        try change(descriptor, from: settings)
        self.descriptor = descriptor
        original = settings
    }

    deinit { restore() }

    /// Makes the change again after `restore`, or after somebody else set the terminal.
    package func enter() throws(Errno) { try change(descriptor, from: original) }

    /// The settings that were found at first; where the terminal is gone there is nothing to restore.
    package func restore() {
        var settings = original
        do throws(Errno) { try syscall { unsafe tcsetattr(descriptor, TCSADRAIN, &settings) } } catch {}
    }

    /// Waits for keys. None: there will be no more.
    package func keys() throws(Errno) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = try syscall {
            unsafe bytes.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
        }
        return Array(bytes[..<count])
    }
}

private func change(_ descriptor: CInt, from original: termios) throws(Errno) {
    var settings = original
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    try syscall { unsafe tcsetattr(descriptor, TCSADRAIN, &settings) }
}

/// Stops this program as Ctrl-Z does one that knows nothing of it. Returns when it goes on.
package func suspendProgram() { raise(SIGSTOP) }

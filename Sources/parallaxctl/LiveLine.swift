import Glibc
import LinuxIO

/// The line on a terminal that shows how something goes on.
struct LiveLine {
    static let isShown = isTerminal(STDERR_FILENO)

    /// In nanoseconds.
    private var shownAt: Int64 = 0

    /// At most five times a second.
    mutating func show(_ text: @autoclosure () -> String) {
        let now = monotonicNanoseconds()
        guard LiveLine.isShown, now - shownAt > 200_000_000 else { return }
        shownAt = now
        writeError("\r\(text())\u{1B}[K")
    }

    /// Makes the line go away.
    func clear() { if LiveLine.isShown { writeError("\r\u{1B}[K") } }
}

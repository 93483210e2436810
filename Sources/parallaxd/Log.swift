import Glibc
import LinuxIO

/// Sentences on standard error, with the priority in front that journald reads.
struct Log {
    /// By the numbers of syslog.
    enum Level: Int, Comparable {
        case error = 3
        case warning = 4
        case info = 6
        case debug = 7

        init?(name: String) {
            switch name {
            case "error": self = .error
            case "warning": self = .warning
            case "info": self = .info
            case "debug": self = .debug
            default: return nil
            }
        }

        static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    var level: Level
    private let isTerminal = isatty(STDERR_FILENO) == 1

    init(_ level: Level) { self.level = level }

    func callAsFunction(_ level: Level, _ sentence: String) {
        guard level <= self.level else { return }
        writeError((isTerminal ? "parallaxd: " : "<\(level.rawValue)>") + sentence + "\n")
    }
}

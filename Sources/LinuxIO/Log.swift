import Glibc

/// Sentences on standard error, with the priority in front that journald reads.
///
/// Whoever writes to it shares it, so that its level can change for all.
package final class Log {
    /// By the numbers of syslog.
    package enum Level: Int, Comparable {
        case error = 3
        case warning = 4
        case info = 6
        case debug = 7

        package init?(name: String) {
            switch name {
            case "error": self = .error
            case "warning": self = .warning
            case "info": self = .info
            case "debug": self = .debug
            default: return nil
            }
        }

        package static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    package var level: Level
    private let program: String
    /// Whether a person reads it as it is written.
    package let isTerminal = isatty(STDERR_FILENO) == 1

    package init(_ level: Level, of program: String = "parallaxd") {
        self.level = level
        self.program = program
    }

    package func callAsFunction(_ level: Level, _ sentence: String) {
        guard level <= self.level else { return }
        writeError((isTerminal ? "\(program): " : "<\(level.rawValue)>") + sentence + "\n")
    }
}

/// How long to wait before the next attempt to connect, in seconds.
struct BackOff: Sendable {
    static let longest = 1.0
    private static let first = 0.01

    private var next = first

    /// Twice as long each time, a second at most.
    mutating func wait() -> Double {
        defer { next = min(2 * next, BackOff.longest) }
        return next
    }
}

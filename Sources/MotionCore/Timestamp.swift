/// A moment on `CLOCK_MONOTONIC`, or on a recording's own clock.
public struct Timestamp: Hashable, Comparable, Sendable {
    /// Since the clock's start.
    public var nanoseconds: Int64

    /// The moment so many nanoseconds after the clock's start.
    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// The moment so many microseconds after the clock's start.
    public init(microseconds: Int64) { self.nanoseconds = microseconds * 1000 }

    /// Microseconds that a stranger names; nil beyond ±126 years, so that differences of two never overflow.
    package init?(untrustedMicroseconds microseconds: Int64) {
        guard microseconds.magnitude < 4_000_000_000_000_000 else { return nil }
        self.init(microseconds: microseconds)
    }

    /// Whole microseconds, as the wire and recordings count.
    public var microseconds: Int64 { nanoseconds / 1000 }

    /// Seconds from `earlier` to this moment.
    public func seconds(since earlier: Timestamp) -> Double {
        Double(nanoseconds - earlier.nanoseconds) * 1e-9
    }

    /// The moment `seconds` after this one.
    public func advanced(bySeconds seconds: Double) -> Timestamp {
        Timestamp(nanoseconds: nanoseconds + Int64((seconds * 1e9).rounded()))
    }

    /// Whether `left` is earlier.
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.nanoseconds < right.nanoseconds
    }
}

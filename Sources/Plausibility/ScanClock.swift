/// Gives scans times on `CLOCK_MONOTONIC`: the kernel's where they can be trusted, else those of their
/// arrival.
package struct ScanClock {
    /// The kernel's time and that of the arrival, in nanoseconds.
    package struct Stamp {
        let kernel: Int64
        let arrival: Int64

        /// `asleep`: what the kernel's clock is ahead by. The kernel's time may be any number.
        package init(kernel: Int64, asleep: Int64 = 0, arrival: Int64) {
            self.kernel = kernel &- asleep
            self.arrival = arrival
        }
    }

    /// A scan older than this on arrival has a time that is not to be believed: no buffer of ours holds more.
    private static let oldest: Int64 = 1_000_000_000
    /// A scan may seem this much younger than its arrival: both are read within one wake-up.
    private static let slack: Int64 = 2_000_000

    /// Newest scans are never older than this for long, but for a clock of the device's own that happens to
    /// be near.
    private static let usualAge: Int64 = 100_000_000
    /// So many batches are looked at together.
    private static let probation = 32

    private let isKnown: Bool
    /// Nanoseconds between scans as the device names its rate.
    private let period: Int64
    private var previous: Int64?
    /// Of the newest scans of this probation.
    private var leastAge = Int64.max
    private var batches = 0
    private var isLate = false

    /// `isKnown`: whether the kernel's times can be had on this clock; `rate`: scans a second, 0 where
    /// unknown. A rate that no sensor has counts as the nearest that one might have.
    package init(isKnown: Bool, rate: Double) {
        self.isKnown = isKnown
        period = Int64(1e9 / (rate > 0 ? min(max(rate, 0.001), 1e6) : 100))
    }

    /// Times for scans that were read together, oldest first.
    package mutating func times(of stamps: [Stamp]) -> [Int64] {
        guard let last = stamps.last else { return [] }
        let isSound = isKnown && areSound(stamps)
        if isSound { judgeAge(of: last) }
        let times = isSound && !isLate ? stamps.map(\.kernel) : spread(stamps.count, until: last.arrival)
        previous = times.last
        return times
    }

    private mutating func judgeAge(of newest: Stamp) {
        leastAge = min(leastAge, newest.arrival - newest.kernel)
        batches += 1
        guard batches == ScanClock.probation else { return }
        isLate = leastAge > ScanClock.usualAge
        leastAge = .max
        batches = 0
    }

    private func areSound(_ stamps: [Stamp]) -> Bool {
        var before = previous ?? .min
        return stamps.allSatisfy { stamp in
            defer { before = stamp.kernel }
            return stamp.kernel > before && stamp.kernel <= stamp.arrival + ScanClock.slack
                && stamp.kernel > stamp.arrival - ScanClock.oldest
        }
    }

    /// Evenly since the scans before, but no further apart than a device at its rate puts them.
    private func spread(_ count: Int, until arrival: Int64) -> [Int64] {
        // The scans before may have had times of the kernel that lie a little ahead.
        let last = max(arrival, (previous ?? .min) + Int64(count))
        let step = min(previous.map { (last - $0) / Int64(count) } ?? period, period * 3 / 2)
        return (0..<count).map { last - Int64(count - 1 - $0) * step }
    }
}

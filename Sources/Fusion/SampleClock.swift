import MotionCore

/// Judges the times of one sensor's samples.
struct SampleClock: Sendable {
    enum Step: Hashable {
        case first
        /// Seconds since the sample before, 0…1.
        case next(Double)
        /// Not later than the sample before, or so far from it that another must confirm it.
        case refused
        /// The clock jumped or nothing came for so long that what was known is worth nothing.
        case broken
    }

    /// In seconds. Also how far a clock may fall back before it counts as another clock.
    static let longestStep = 1.0

    private(set) var newest: Timestamp?
    /// A time far from the newest, until another sample confirms it.
    private var suspect: Timestamp?

    mutating func step(to time: Timestamp) -> Step {
        guard let newest else {
            self.newest = time
            return .first
        }
        let dt = time.seconds(since: newest)
        if abs(dt) <= Self.longestStep {
            suspect = nil
            guard dt > 0 else { return .refused }
            self.newest = time
            return .next(dt)
        }
        guard let suspect, isNext(time, to: suspect, after: newest) else {
            self.suspect = time
            return .refused
        }
        self.suspect = nil
        self.newest = time
        return .broken
    }

    /// One wrong time is followed by a right one; another clock and the end of a gap go on. Sensors slower
    /// than the longest step take as long again.
    private func isNext(_ time: Timestamp, to suspect: Timestamp, after newest: Timestamp) -> Bool {
        let jump = abs(suspect.seconds(since: newest)), step = time.seconds(since: suspect)
        return step > 0 && step <= max(Self.longestStep, 1.5 * jump)
    }
}

extension Sample {
    /// Whether a sensor can have meant it: finite and short of 1,000 g or 10,000 rad/s, at a time that can be
    /// subtracted from another.
    var isPlausible: Bool {
        let farthest: Int64 = 1 << 62
        return value.isFinite && value.lengthSquared < 1e8
            && (-farthest...farthest).contains(time.nanoseconds)
    }
}

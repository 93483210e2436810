import MotionCore

/// Judges the times of one sensor's samples.
struct SampleClock: Sendable {
    enum Step: Hashable {
        case first
        /// Seconds since the sample before, 0…1.
        case next(Double)
        /// Not later than the sample before.
        case refused
        /// The clock fell back or nothing came for so long that what was known is worth nothing.
        case broken
    }

    /// In seconds. Also how far a clock may fall back before it counts as another clock.
    static let longestStep = 1.0

    private(set) var newest: Timestamp?

    mutating func step(to time: Timestamp) -> Step {
        guard let newest else {
            self.newest = time
            return .first
        }
        let dt = time.seconds(since: newest)
        if dt <= 0, dt >= -Self.longestStep { return .refused }
        self.newest = time
        return abs(dt) > Self.longestStep ? .broken : .next(dt)
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

import MotionCore

/// Counts how many samples or ticks a second there are, a second at a time.
struct RateMeter {
    /// Over the last whole second; 0 before.
    private(set) var rate = 0.0
    private var start: Timestamp?
    private var count = 0

    mutating func add(_ time: Timestamp) {
        guard let start, time > start else {
            start = time
            count = 0
            return
        }
        count += 1
        let duration = time.seconds(since: start)
        guard duration >= 1 else { return }
        rate = Double(count) / duration
        self.start = time
        count = 0
    }
}

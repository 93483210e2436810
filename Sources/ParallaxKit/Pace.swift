/// Which of the frames of a stream one user gets, so that there are as many a second as asked for.
struct Pace: Sendable {
    /// Frames a second.
    let rate: Double
    /// How much of the next frame is due, so that rates which do not divide the stream's are kept on average.
    private var due = 1.0
    private var previous: Timestamp?

    init(rate: Double) { self.rate = rate }

    /// Whether the frame of this moment is due.
    mutating func takes(_ time: Timestamp) -> Bool {
        // The first one comes at once, and after a pause there are no two in a row to make up for it.
        if let previous { due += rate * max(0, time.seconds(since: previous)) }
        previous = time
        // Frames of the stream's own rate come a little early and a little late: none of them is to be lost.
        guard due > 0.5 else { return false }
        due = min(due - 1, 0.5)
        return true
    }
}

import MotionCore

/// How many frames came in the last second or so, by their own times.
struct Pace {
    private var times: [Timestamp] = []

    mutating func add(_ time: Timestamp) {
        if let last = times.last, time <= last { times.removeAll() }
        times.append(time)
        // Two are kept however far apart they are: slow streams have a pace too.
        while times.count > 2, time.seconds(since: times[0]) > 1 { times.removeFirst() }
    }

    var framesPerSecond: Double? {
        guard let first = times.first, let last = times.last, last > first else { return nil }
        return Double(times.count - 1) / last.seconds(since: first)
    }
}

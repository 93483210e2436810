import MotionCore

/// For how long an accelerometer has been still, and what it read meanwhile.
struct Stillness {
    /// Readings at rest scatter by no more, in m/s²: a hand that trembles, a sensor with steps of 0.15.
    private static let scatter = 0.2
    /// A reading so far from the mean is a move, in m/s².
    private static let move = 0.6
    /// What was during a longer pause is not known, in s.
    private static let pause = 0.5
    /// From fewer readings nothing is concluded.
    private static let fewest = 6

    private(set) var mean = Vector3.zero
    private var first: Timestamp?
    private var last: Timestamp?
    private var count = 0.0
    /// Σ of the squared distances from the mean, for each axis.
    private var squares = Vector3.zero

    /// In s; 0 while too few readings came.
    var seconds: Double {
        guard let first, let last, count >= Double(Stillness.fewest) else { return 0 }
        return last.seconds(since: first)
    }

    mutating func add(_ scan: Scan) {
        let pause = last.map { scan.time.seconds(since: $0) } ?? 0
        if !(0...Stillness.pause ~= pause) || (scan.value - mean).length > Stillness.move {
            self = Stillness()
        }
        include(scan)
        let variance = max(squares.x, squares.y, squares.z) / count
        guard variance > Stillness.scatter * Stillness.scatter else { return }
        self = Stillness()
        include(scan)
    }

    private mutating func include(_ scan: Scan) {
        first = first ?? scan.time
        last = scan.time
        count += 1
        let before = scan.value - mean
        mean += before / count
        let after = scan.value - mean
        squares += Vector3(before.x * after.x, before.y * after.y, before.z * after.z)
    }
}

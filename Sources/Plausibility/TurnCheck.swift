package import MotionCore

/// Whether accelerometer and gyroscope tell of the same motion: while the device turns at the rate ω, gravity
/// g turns in it as ġ = −ω × g.
package struct TurnCheck: Sendable {
    package enum Finding: Hashable, Sendable {
        case agrees
        /// The gyroscope says the same whatever happens.
        case dead
        /// Its readings, turned and multiplied so, agree.
        case differs(Rotation, scale: Double)
    }

    /// Seconds between two looks at gravity.
    private static let window = 0.2
    /// Looks that showed a turn, before anything is decided.
    private static let enough = 24
    /// Gravity must have turned so much in all, rad, before a gyroscope that never changed is given up.
    private static let provingTurn = 0.7
    /// Degrees for radians, wrong powers of ten, and their inverses.
    private static let known = [180 / Double.pi, Double.pi / 180, 10, 0.1, 100, 0.01]

    /// One of the 24 rotations, and what speaks for it.
    private struct Candidate: Sendable {
        let rotation: Rotation
        /// Σ of what gravity did times what the gyroscope says it did, and Σ of the latter squared.
        var product = 0.0
        var predicted = 0.0

        /// −1…1.
        func correlation(with observed: Double) -> Double {
            predicted > 0 && observed > 0 ? product / (predicted * observed).squareRoot() : 0
        }
    }

    private var candidates = Rotation.quarterTurns.map { Candidate(rotation: $0) }
    private var observed = 0.0
    private var looks = 0
    private var path = 0.0
    private var start: (time: Timestamp, up: Vector3)?
    /// Of the rate since the start, rad.
    private var turn = Vector3.zero
    private var lastRate: Sample?
    private var hasChanged = false
    private var isDone = false

    package init() {}

    /// Takes samples in device axes; tells once what it found.
    package mutating func update(_ sample: Sample) -> Finding? {
        guard !isDone else { return nil }
        let finding: Finding?
        if sample.sensor == .gyro {
            integrate(sample)
            finding = nil
        } else {
            finding = look(sample)
        }
        isDone = finding != nil
        return finding
    }

    private mutating func integrate(_ sample: Sample) {
        defer { lastRate = sample }
        guard let last = lastRate, sample.time > last.time else { return }
        if sample.value != last.value { hasChanged = true }
        let step = sample.time.seconds(since: last.time)
        // Over a gap nothing is known.
        if step > TurnCheck.window { start = nil } else { turn += (step / 2) * (sample.value + last.value) }
    }

    private mutating func look(_ sample: Sample) -> Finding? {
        guard abs(sample.value.length / .gravity - 1) < 0.08, let up = sample.value.normalized
        else {
            start = nil
            return nil
        }
        guard let start, sample.time > start.time else {
            begin(sample.time, up)
            return nil
        }
        let seconds = sample.time.seconds(since: start.time)
        guard seconds >= TurnCheck.window else { return nil }
        defer { begin(sample.time, up) }
        let change = up - start.up
        guard seconds < 2 * TurnCheck.window, let middle = (up + start.up).normalized, lastRate != nil,
            (0.03...0.8).contains(change.length)
        else { return nil }
        path += change.length
        weigh(change, middle)
        if !hasChanged { return path >= TurnCheck.provingTurn ? .dead : nil }
        return looks >= TurnCheck.enough ? verdict() : nil
    }

    private mutating func begin(_ time: Timestamp, _ up: Vector3) {
        start = (time, up)
        turn = .zero
    }

    private mutating func weigh(_ change: Vector3, _ up: Vector3) {
        looks += 1
        observed += change.lengthSquared
        for index in candidates.indices {
            let expected = up.cross(candidates[index].rotation.rotate(turn))
            candidates[index].product += change.dot(expected)
            candidates[index].predicted += expected.lengthSquared
        }
    }

    /// Nil while nothing fits clearly; then more looks may help.
    private func verdict() -> Finding? {
        let asItIs = candidates[0]
        if asItIs.correlation(with: observed) > 0.85 {
            let scale = TurnCheck.scale(of: asItIs)
            return scale == 1 ? .agrees : .differs(.identity, scale: scale)
        }
        let ranked = candidates.sorted { $0.correlation(with: observed) > $1.correlation(with: observed) }
        // A turn about one axis only leaves several alike.
        guard ranked[0].correlation(with: observed) > 0.93, ranked[1].correlation(with: observed) < 0.8 else {
            return nil
        }
        return .differs(ranked[0].rotation, scale: TurnCheck.scale(of: ranked[0]))
    }

    /// The known mistake that the readings show; 1 where they show none.
    private static func scale(of candidate: Candidate) -> Double {
        let scale = candidate.product / candidate.predicted
        return known.first { (0.75...1.33).contains(scale / $0) } ?? 1
    }
}

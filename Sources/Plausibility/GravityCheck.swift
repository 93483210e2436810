import Glibc
package import MotionCore

/// Whether an accelerometer at rest reads the earth's gravity; tilt needs only the direction, so what is off
/// by a constant factor can be put right.
package struct GravityCheck: Sendable {
    /// Mistakes that have been met: g for m/s², a wrong power of ten.
    private static let known = [10, 0.1, .gravity, 1 / .gravity]
    private static let window = 1.0

    /// Of the window that began at `start`.
    private var start: Timestamp?
    private var count = 0.0
    private var sum = Vector3.zero
    private var squares = 0.0
    /// Of the window before, when it was one of rest.
    private var previous: Double?
    private var isDone = false

    package init() {}

    /// What the readings must be multiplied by, told once when two seconds of rest have shown it; nil
    /// otherwise.
    package mutating func update(_ value: Vector3, at time: Timestamp) -> Double? {
        guard !isDone else { return nil }
        guard let start, time > start else {
            begin(at: time)
            return nil
        }
        count += 1
        sum += value
        squares += value.lengthSquared
        guard time.seconds(since: start) >= GravityCheck.window else { return nil }
        defer { begin(at: time) }
        let mean = sum / count
        let size = mean.length
        let spread = max(0, squares / count - mean.lengthSquared).squareRoot()
        let isRest = count >= 5 && size > 1e-6 && spread < 0.02 * size
        defer { previous = isRest ? size : nil }
        guard isRest, let previous, abs(previous / size - 1) < 0.03 else { return nil }
        isDone = true
        let factor = .gravity / size
        guard !(0.8...1.25).contains(factor) else { return nil }
        return GravityCheck.known.first { abs(factor / $0 - 1) < 0.01 }
            ?? GravityCheck.known.first { abs(factor / $0 - 1) < 0.08 } ?? factor
    }

    private mutating func begin(at time: Timestamp) {
        start = time
        count = 0
        sum = .zero
        squares = 0
    }
}

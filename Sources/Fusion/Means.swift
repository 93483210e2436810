import MotionCore

extension Double {
    var squared: Double { self * self }

    /// One step of a first-order low-pass that is stable at any `dt` and, with the time since the start as
    /// its time, a plain mean.
    mutating func approach(_ input: Double, over time: Double, dt: Double) {
        self += dt / (time + dt) * (input - self)
    }

    /// 0 up to `low`, 1 from `high` on, without a corner between.
    func smoothstep(from low: Double, to high: Double) -> Double {
        let x = Swift.max(0, Swift.min(1, (self - low) / (high - low)))
        return x * x * (3 - 2 * x)
    }
}

extension Vector3 {
    mutating func approach(_ input: Vector3, over time: Double, dt: Double) {
        self += dt / (time + dt) * (input - self)
    }

    /// Each component times the other's.
    func scaled(by other: Vector3) -> Vector3 { Vector3(x * other.x, y * other.y, z * other.z) }
}

/// The recent mean of a signal and how far it strays from it.
struct Scatter: Sendable {
    /// In seconds: several samples of the slowest sensor, and over soon after a motion.
    private static let time = 0.3

    private(set) var mean: Vector3
    /// Mean square distance from the mean.
    private(set) var square = 0.0

    init(_ first: Vector3) { mean = first }

    mutating func add(_ value: Vector3, dt: Double) {
        square.approach((value - mean).lengthSquared, over: Self.time, dt: dt)
        mean.approach(value, over: Self.time, dt: dt)
    }
}

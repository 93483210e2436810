import Glibc
import MotionCore

/// How much a hand that walks, or a vehicle, pulls and pushes the device; a tilt alone does not show.
struct Shake: Sendable {
    /// Of the length that the acceleration usually has, in s: slower than steps.
    private static let usualTime = 2.0
    /// Of what strays from it, in s.
    private static let meanTime = 1.0

    private var clock = SampleClock()
    /// In m/s².
    private var usual = 0.0
    /// In m/s²: see `Motion.shake`.
    private(set) var mean = 0.0

    mutating func update(_ sample: Sample) {
        guard sample.sensor == .accel, sample.isPlausible else { return }
        let length = sample.value.length
        switch clock.step(to: sample.time) {
        case .refused:
            return
        case .next(let dt):
            usual.approach(length, over: Self.usualTime, dt: dt)
            mean.approach(abs(length - usual), over: Self.meanTime, dt: dt)
        case .first, .broken:
            usual = length
        }
    }
}

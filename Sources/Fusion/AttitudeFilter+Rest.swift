import MotionCore

/// How long each condition has held, in s.
struct Timers: Sendable {
    /// The device is still.
    var rest = 0.0
    /// Since the bias was measured at rest.
    var biasAge = 0.0
    /// Still and level, with a velocity that can only be left over from a push.
    var leftover = 0.0
    /// The mean acceleration is far from the vertical.
    var lean = 0.0
}

enum Rest {
    /// Scatter and not size, so that any offset passes: m/s² and rad/s.
    static let acceleration = 0.15, rate = 0.05
    /// What counts as rest lasts at least this long, in s.
    static let shortest = 1.0
    /// How often the bias is measured at rest, in s, and with what deviation in rad/s per √Hz.
    static let interval = 0.2, biasDeviation = 0.005
    /// How long stillness proves a velocity false, in s.
    static let leftoverTime = 0.7
    /// How long it proves a bias false, however sure that was, in s: longer than anybody turns so evenly.
    static let proofTime = 60.0
}

/// What is known apart from the Kalman filter: what stillness tells and which velocity is absurd.
extension AttitudeFilter {
    /// In m/s. Runners reach 7, other motion 4; a quarter turn that was missed takes 0.7 s, a push of 0.2 g
    /// 3.6 s.
    private static let absurdSpeed = 7.0

    mutating func updateTimers() {
        func update(_ timer: inout Double, _ holds: Bool) { timer = holds ? timer + span.duration : 0 }
        let isStill =
            accelerationScatter.square < Rest.acceleration.squared && rateScatter.square < Rest.rate.squared
        let level = Vector3(earthAcceleration.x, earthAcceleration.y, 0).length
        update(&timers.rest, isStill)
        update(&timers.leftover, isStill && level < 0.4 && velocity.length > 0.5)
        update(&timers.lean, vertical.angle(to: .unitZ) > 0.5)
        timers.biasAge += span.duration
    }

    /// The acceleration is steady and near gravity, so that its mean is the vertical.
    var isQuiet: Bool {
        accelerationScatter.square < 2.5 * 2.5 && abs(accelerationScatter.mean.length - .gravity) < 1.5
    }

    var isVerticalWrong: Bool {
        velocity.length > Self.absurdSpeed && isQuiet || timers.lean >= 0.3
    }

    mutating func limitVelocity() {
        let speed = velocity.length
        if speed > Self.absurdSpeed { velocity = velocity * (Self.absurdSpeed / speed) }
    }

    /// After a push the velocity is left at several m/s.
    mutating func dropVelocity() {
        velocity = .zero
        usualVelocity = min(usualVelocity, 1e-3)
        covariance.reset(ErrorState.velocity, variance: 1e-4)
        covariance.reset(ErrorState.velocity + 1, variance: 1e-4)
    }

    /// At rest the mean rate is the bias, about the vertical too, which no acceleration shows. A slow real
    /// turn is told from it by its size, and by its end: what lasts for long shows that the bias was wrong,
    /// as a stored one may be.
    mutating func measureBiasAtRest() {
        guard isResting, timers.biasAge >= Rest.interval else { return }
        timers.biasAge = 0
        for axis in 0..<3 {
            let index = ErrorState.bias + axis
            let surprise = (rateScatter.mean - bias).component(axis)
            let noise = Rest.biasDeviation.squared
            guard surprise.squared <= 9 * covariance[index, index] + noise else {
                if timers.rest >= Rest.proofTime {
                    covariance.reset(index, variance: Settings.largestBiasDeviation.squared)
                }
                continue
            }
            let variance = noise / Rest.interval
            correct(covariance.measure(index, variance: variance), by: surprise)
        }
    }
}

extension Vector3 {
    func component(_ axis: Int) -> Double { axis == 0 ? x : axis == 1 ? y : z }
}

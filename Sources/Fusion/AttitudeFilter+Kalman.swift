import MotionCore

extension AttitudeFilter {
    /// In s. Shorter gives the same accuracy for more work.
    static let kalmanInterval = 0.04
    /// In rad. A correction of a tilt that is less certain finds the vertical again and does not show as
    /// motion.
    private static let lostTilt = 0.1

    mutating func stepKalman() {
        defer { span = Span() }
        propagate()
        updateTimers()
        if isVerticalWrong {
            restart(up: isQuiet ? attitude.rotate(accelerationScatter.mean) : earthAcceleration)
            return
        }
        limitVelocity()
        if timers.leftover >= Rest.leftoverTime { dropVelocity() }
        measureVelocity()
        measureBiasAtRest()
    }

    private mutating func propagate() {
        covariance.propagate(span.transition)
        let dt = span.duration
        for axis in 0..<2 {
            let tilt = ErrorState.tilt + axis, velocity = ErrorState.velocity + axis
            covariance[tilt, tilt] += span.tiltNoise
            covariance[velocity, velocity] += settings.accelerationNoise.squared * dt
        }
        let biasGain = settings.biasNoise.squared * dt + settings.biasNoiseOfRate.squared * span.turning
        for axis in 0..<3 {
            grow(ErrorState.bias + axis, by: biasGain, below: Settings.largestBiasDeviation)
            grow(ErrorState.offset + axis, by: 2.5e-7 * dt, below: settings.offsetDeviation)
            grow(ErrorState.scale + axis, by: 1e-6 * dt, below: settings.scaleDeviation)
        }
    }

    private mutating func grow(_ index: Int, by variance: Double, below deviation: Double) {
        if covariance[index, index] < deviation.squared { covariance[index, index] += variance }
    }

    /// The one thing known: velocity is about zero, the less surely the more of it is usual.
    private mutating func measureVelocity() {
        usualVelocity.approach(
            velocity.lengthSquared / 2, over: min(7, 2 + elapsed), dt: span.duration)
        let leniency =
            settings.leniencyOfVelocity * usualVelocity
            + settings.leniencyOfAcceleration.squared * usualAcceleration + 1e-4
        let variance = leniency / span.duration
        let before = attitude
        let isLost =
            covariance[ErrorState.tilt, ErrorState.tilt]
            + covariance[ErrorState.tilt + 1, ErrorState.tilt + 1] > 2 * Self.lostTilt.squared
        correct(covariance.measure(ErrorState.velocity, variance: variance), by: -velocity.x)
        correct(covariance.measure(ErrorState.velocity + 1, variance: variance), by: -velocity.y)
        if isLost { realignment = attitude * before.conjugate }
    }

    /// Gives each state its share of the surprise.
    mutating func correct(_ gain: Covariance.Row, by surprise: Double) {
        let tilt = surprise * Vector3(gain[ErrorState.tilt], gain[ErrorState.tilt + 1], 0)
        let turn = Quaternion(w: 1, x: tilt.x / 2, y: tilt.y / 2, z: 0)
        attitude = (turn * attitude).normalized
        velocity +=
            surprise * Vector3(gain[ErrorState.velocity], gain[ErrorState.velocity + 1], 0)
        bias += surprise * gain.vector(from: ErrorState.bias)
        offset += surprise * gain.vector(from: ErrorState.offset)
        scale += surprise * gain.vector(from: ErrorState.scale)
    }
}

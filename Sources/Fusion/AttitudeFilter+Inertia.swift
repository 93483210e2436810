import MotionCore

/// What comes together between two Kalman steps.
struct Span: Sendable {
    /// In s.
    var duration = 0.0
    var transition = Transition()
    /// Variance that the tilt gains, rad².
    var tiltNoise = 0.0
    /// The integral of the squared rate, rad²/s.
    var turning = 0.0
}

extension AttitudeFilter {
    /// Past this, in s, samples are missing and the device may have moved in any way.
    private static let gap = 0.1
    /// In s. Past this the gyroscope is not there, and up is the recent mean acceleration.
    private static let longestSilence = 0.5

    /// Turns the attitude by the integral of the rates between two samples and its first term of coning.
    mutating func turn(to newRate: Vector3, dt: Double) {
        let change = newRate - rate
        let after = corrected(newRate), before = settings.gyroscopeAverages ? after : corrected(rate)
        var turn = dt / 2 * (before + after) + dt.squared / 12 * before.cross(after)
        if !settings.gyroscopeAverages { turn -= bend(by: change / dt - angularAcceleration, dt: dt) }
        attitude = attitude * Quaternion(rotationVector: turn)
        angularAcceleration = change / dt
        rateScatter.add(newRate, dt: dt)
        span.turning += after.lengthSquared * dt
        span.tiltNoise +=
            settings.rateNoise.squared * dt
            + settings.rateNoiseOfRate.squared * after.lengthSquared * dt
            + settings.rateNoiseOfChange.squared * change.lengthSquared * dt.squared
        if dt > Self.gap { span.tiltNoise += min(1.5, 0.5 * dt).squared }
        if let range = settings.gyroscopeRange {
            for axis in 0..<3 where abs(newRate.component(axis)) >= 0.99 * range {
                span.tiltNoise += 0.1 * range.squared * dt
            }
        }
    }

    /// What the trapezoids miss of a rate that changed by `change` in rad/s² from one step to the next: half
    /// of it for the step before, which is seen only now, and half for this one. Together that is the
    /// integral of the cubics through four samples, which matters where samples are lost.
    private mutating func bend(by change: Vector3, dt: Double) -> Vector3 {
        defer { rateStep = dt <= Self.gap ? dt : 0 }
        guard rateStep > 0, dt <= Self.gap else { return .zero }
        let curvature = 2 / (dt + rateStep) * change
        return (dt * dt.squared + rateStep * rateStep.squared) / 24 * curvature
    }

    /// Takes the acceleration into velocity and means, and steps the Kalman filter when it is time.
    mutating func accelerate(to newAcceleration: Vector3, at time: Timestamp, dt: Double) {
        if dt > Self.gap {
            for axis in ErrorState.velocity..<ErrorState.velocity + 2 {
                covariance[axis, axis] += (2 * dt).squared
            }
        }
        elapsed += dt
        accelerationScatter.add(newAcceleration, dt: dt)
        acceleration = newAcceleration
        let rateAge = gyroscopeClock.newest.map { time.seconds(since: $0) } ?? .infinity
        guard rateAge < Self.longestSilence else {
            // A rate that is not known must not pass for none: that would be learnt as the bias.
            return restart(up: attitude.rotate(accelerationScatter.mean - offset))
        }

        let ahead = Quaternion(rotationVector: secondsAhead(time) * correctedRate)
        let turned = (attitude * ahead).rotation
        let newEarth = turned.rotate(acceleration - offset)
        velocity += dt / 2 * (earthAcceleration + newEarth)
        velocity.z = 0
        earthAcceleration = newEarth
        usualAcceleration.approach(motionAcceleration.lengthSquared, over: min(2, elapsed), dt: dt)
        vertical.approach(newEarth, over: isStarting ? elapsed : min(1.5, elapsed), dt: dt)

        if isStarting {
            keepStarting(turned)
        } else {
            extendSpan(by: dt, turned: turned)
            if span.duration >= Self.kalmanInterval { stepKalman() }
        }
    }

    private mutating func extendSpan(by dt: Double, turned: Rotation) {
        span.duration += dt
        span.transition.turnX += dt * turned.x
        span.transition.turnY += dt * turned.y
        span.transition.scaleX += dt * turned.x.scaled(by: rate - bias)
        span.transition.scaleY += dt * turned.y.scaled(by: rate - bias)
        span.transition.fall += dt * .gravity
    }
}

extension Quaternion {
    /// The same turn as a matrix.
    var rotation: Rotation {
        Rotation(
            x: Vector3(w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)),
            y: Vector3(2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)))
    }
}

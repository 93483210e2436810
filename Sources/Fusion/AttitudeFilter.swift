package import MotionCore

/// Attitude from gyroscope and accelerometer: an error-state Kalman filter that knows one thing about the
/// world, that velocity stays near zero.
///
/// What a low-pass of the acceleration, an estimate of the gyroscope's offset and a rule for the start do
/// apart in VQF (Laidig and Seel 2023) follows here from one covariance of tilt, gyroscope offset and scale,
/// accelerometer offset and velocity, in the error form of Solà (2017). Two rules know what it cannot: rest
/// shows the offset, and an absurd velocity a turn that was missed. Heading is arbitrary and drifts. Each
/// sample counts at its own time, with its real step. docs/fusion.md says more, with figures.
package struct AttitudeFilter: Sendable {
    let settings: Settings

    /// Device axes → earth axes at the newest gyroscope sample.
    var attitude = Quaternion.identity
    /// The gyroscope's offset in rad/s, device axes.
    package internal(set) var bias: Vector3
    /// The gyroscope's scale, less 1.
    var scale = Vector3.zero
    /// The accelerometer's offset in m/s².
    var offset = Vector3.zero
    /// What attitude and accelerations imply, in m/s: horizontal, earth axes.
    var velocity = Vector3.zero
    var covariance = Covariance()

    var gyroscopeClock = SampleClock()
    var accelerometerClock = SampleClock()
    /// The newest samples as the sensors gave them, and how they scatter.
    var rate = Vector3.zero, rateScatter = Scatter(.zero)
    var acceleration = Vector3.zero, accelerationScatter = Scatter(.zero)
    /// In rad/s², over the newest step of the gyroscope.
    var angularAcceleration = Vector3.zero
    /// That step in s; 0 where there is none that counts.
    var rateStep = 0.0
    /// The newest acceleration in earth axes, m/s².
    var earthAcceleration = Vector3.zero
    /// The mean of that over 1.5 s.
    var vertical = Vector3.zero
    /// Mean square of the acceleration without gravity over 2 s, (m/s²)².
    var usualAcceleration = 0.0
    /// Mean square of the velocity in one axis over 7 s, (m/s)².
    var usualVelocity = 0.0
    /// What came together since the last Kalman step.
    var span = Span()

    var isAligned = false
    var isStarting = true
    /// Since the start or restart, in s.
    var elapsed = 0.0
    /// How long each condition has held, in s.
    var timers = Timers()

    /// How often the vertical was sought anew: after a gap, a clock that fell back, a turn that was missed.
    package internal(set) var restarts = 0
    /// What the newest update did to the attitude, in earth axes, other than follow the device; nil mostly.
    package internal(set) var realignment: Quaternion?

    package init(_ settings: Settings = Settings()) {
        self.settings = settings
        bias = settings.bias
        for axis in 0..<3 {
            covariance.reset(ErrorState.bias + axis, variance: settings.biasDeviation.component(axis).squared)
            covariance.reset(ErrorState.offset + axis, variance: settings.offsetDeviation.squared)
            covariance.reset(ErrorState.scale + axis, variance: settings.scaleDeviation.squared)
        }
    }

    package mutating func update(_ sample: Sample) {
        realignment = nil
        guard sample.isPlausible else { return }
        switch sample.sensor {
        case .gyro: updateRate(sample.value, at: sample.time)
        case .accel: updateAcceleration(sample.value, at: sample.time)
        }
    }

    private mutating func updateRate(_ newRate: Vector3, at time: Timestamp) {
        switch gyroscopeClock.step(to: time) {
        case .refused:
            return
        case .next(let dt):
            turn(to: newRate, dt: dt)
        case .first:
            rateScatter = Scatter(newRate)
        case .broken:
            rateScatter = Scatter(newRate)
            angularAcceleration = .zero
            rateStep = 0
            // The next acceleration is a first one, and so restarts.
            accelerometerClock = SampleClock()
        }
        rate = newRate
    }

    private mutating func updateAcceleration(_ newAcceleration: Vector3, at time: Timestamp) {
        switch accelerometerClock.step(to: time) {
        case .refused:
            return
        case .next(let dt):
            accelerate(to: newAcceleration, at: time, dt: dt)
        case .broken:
            gyroscopeClock = SampleClock()
            fallthrough
        case .first:
            acceleration = newAcceleration
            accelerationScatter = Scatter(newAcceleration)
            restart(up: attitude.rotate(newAcceleration - offset))
        }
    }
}

extension AttitudeFilter {
    /// The attitude at `time`, carried on from the newest sample by at most 50 ms; nil before the first
    /// acceleration.
    package func attitude(at time: Timestamp) -> Quaternion? {
        guard isAligned else { return nil }
        let ahead = secondsAhead(time) + settings.gyroscopeDelay
        let turn = correctedRate * ahead + angularAcceleration * (ahead.squared / 2)
        return (attitude * Quaternion(rotationVector: turn)).normalized
    }

    /// The time of the newest gyroscope sample; nil after the accelerometer's clock broke.
    var newest: Timestamp? { gyroscopeClock.newest }

    /// The newest rate without offset and scale error, in rad/s, device axes.
    package var correctedRate: Vector3 { corrected(rate) }

    /// The newest acceleration without gravity in m/s², earth axes.
    package var motionAcceleration: Vector3 { earthAcceleration - Vector3(0, 0, .gravity) }

    /// Still for the last second.
    package var isResting: Bool { timers.rest >= Rest.shortest }

    /// Standard deviation of `bias` in rad/s.
    package var biasDeviation: Vector3 {
        func deviation(_ axis: Int) -> Double {
            covariance[ErrorState.bias + axis, ErrorState.bias + axis].squareRoot()
        }
        return Vector3(deviation(0), deviation(1), deviation(2))
    }

    func corrected(_ rate: Vector3) -> Vector3 {
        let turning = rate - bias
        return turning + turning.scaled(by: scale)
    }

    /// How far `time` is from the newest gyroscope sample, as far as its rate can be trusted.
    func secondsAhead(_ time: Timestamp) -> Double {
        guard let newest = gyroscopeClock.newest else { return 0 }
        return max(-0.05, min(0.05, time.seconds(since: newest)))
    }
}

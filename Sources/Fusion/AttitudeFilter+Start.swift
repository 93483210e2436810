import MotionCore

/// The vertical at the start: the mean acceleration, for longer the more the device is shaken.
extension AttitudeFilter {
    /// Takes `up`, in earth axes as they were, for the vertical and seeks it more exactly from here on.
    mutating func restart(up: Vector3) {
        if !isStarting { restarts += 1 }
        isAligned = true
        isStarting = true
        elapsed = 0
        timers = Timers()
        usualAcceleration = 0
        align(up)
        earthAcceleration = vertical
    }

    /// Turns the attitude such that `up` becomes the vertical.
    private mutating func align(_ up: Vector3) {
        let turn = Quaternion(from: up, to: .unitZ)
        attitude = (turn * attitude).normalized
        realignment = turn * (realignment ?? .identity)
        vertical = Vector3(0, 0, up.length)
        earthAcceleration = turn.rotate(earthAcceleration)
    }

    mutating func keepStarting(_ turned: Rotation) {
        align(vertical)
        let shaking = usualAcceleration.squareRoot()
        guard elapsed >= min(2, 0.1 + 0.1 * shaking) else { return }
        isStarting = false
        velocity = .zero
        usualVelocity = 0.06 * 0.06
        span = Span()

        for axis in 0..<2 {
            let lean = min(0.7, 0.08 + 1.2 * shaking / .gravity)
            covariance.reset(ErrorState.tilt + axis, variance: lean.squared)
            covariance.reset(ErrorState.velocity + axis, variance: (0.06 + 0.1 * shaking).squared)
        }
        correlateTilt(rows: [turned.x, turned.y], age: elapsed / 2)
    }

    /// The mean that gave the vertical is `age` old, and since then an unknown bias has turned the attitude.
    private mutating func correlateTilt(rows: InlineArray<2, Vector3>, age: Double) {
        for axis in 0..<2 {
            for other in ErrorState.bias..<ErrorState.count {
                let drift = -age * rows[axis].dot(covariance.vector(other, from: ErrorState.bias))
                covariance[ErrorState.tilt + axis, other] = drift
            }
        }
        for axis in 0..<2 {
            for other in axis..<2 {
                let ofBias = covariance.vector(ErrorState.tilt + other, from: ErrorState.bias)
                covariance[ErrorState.tilt + axis, ErrorState.tilt + other] -= age * rows[axis].dot(ofBias)
            }
        }
    }
}

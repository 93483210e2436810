import Glibc
package import MotionCore

/// What the simulated device does.
package enum SimulatedMotion: String, Hashable, Sendable, CaseIterable {
    /// A person holds a tablet: slow sway, hand tremor, now and then a deliberate tilt.
    case hand
    /// A steady sway of ±20° at 0.5 Hz.
    case sway
    /// Lies flat.
    case still

    /// The attitude `time` seconds after the start; smooth enough to be differentiated.
    package func attitude(at time: Double) -> Quaternion {
        switch self {
        case .still:
            return .identity
        case .sway:
            return turn(.unitX, 45) * turn(.unitY, 20 * wave(0.5, time))
        case .hand:
            let heading = 4 * wave(0.045, time) + 1.5 * wave(0.13, time + 2)
            let pitch = 48 + 3 * wave(0.11, time) + 1.2 * wave(0.31, time + 1) + 0.06 * wave(8.7, time)
            let roll = 2.5 * wave(0.083, time + 3) + wave(0.27, time) + 0.05 * wave(9.4, time)
            let tilt = deliberateTilt(at: time)
            return turn(.unitZ, heading) * turn(.unitX, pitch + tilt.pitch) * turn(.unitY, roll + tilt.roll)
        }
    }
}

/// Every six seconds a tilt to one of four sides, held for two, in degrees.
private func deliberateTilt(at time: Double) -> (pitch: Double, roll: Double) {
    let round = (time / 6).rounded(.down)
    let phase = time - 6 * round
    let size = 14 * smoothstep(1, 1.7, phase) * (1 - smoothstep(3.7, 4.5, phase))
    switch Int(round) % 4 {
    case 0: return (0, size)
    case 1: return (-size, 0)
    case 2: return (0, -size)
    default: return (0.7 * size, 0.7 * size)
    }
}

private func smoothstep(_ from: Double, _ to: Double, _ value: Double) -> Double {
    let x = max(0, min(1, (value - from) / (to - from)))
    // Continuous in its second derivative too, so that the rate has no corner.
    return x * x * x * (x * (6 * x - 15) + 10)
}

private func wave(_ hertz: Double, _ time: Double) -> Double { sin(2 * .pi * hertz * time) }

private func turn(_ axis: Vector3, _ degrees: Double) -> Quaternion {
    Quaternion(rotationVector: axis * (degrees * .pi / 180))
}

/// A middling consumer IMU that takes part in a motion: noise, offset and resolution as such a chip has them.
package struct SimulatedIMU: Sendable {
    package static let rate = 100.0

    private let motion: SimulatedMotion
    private var random = SplitMix64(state: 1)

    package init(_ motion: SimulatedMotion) { self.motion = motion }

    /// The scans `time` seconds after the start, stamped `timestamp`.
    package mutating func scans(at time: Double, timestamp: Timestamp) -> [Scan] {
        let step = 1e-3
        let attitude = motion.attitude(at: time)
        let turned = motion.attitude(at: time - step).conjugate * motion.attitude(at: time + step)
        let sign = turned.w < 0 ? -1.0 : 1
        let rate = sign / step * Vector3(turned.x, turned.y, turned.z)
        let force = .gravity * attitude.up
        return [
            Scan(
                sensor: .gyro, time: timestamp,
                value: reading(rate + Vector3(0.011, -0.007, 0.016), noise: 0.0017, resolution: 0.00107)),
            Scan(
                sensor: .accel, time: timestamp,
                value: reading(force + Vector3(0.06, -0.04, 0.09), noise: 0.02, resolution: 0.0024)),
        ]
    }

    private mutating func reading(_ value: Vector3, noise: Double, resolution: Double) -> Vector3 {
        let noisy = value + noise * Vector3(random.normal(), random.normal(), random.normal())
        return Vector3(
            (noisy.x / resolution).rounded() * resolution, (noisy.y / resolution).rounded() * resolution,
            (noisy.z / resolution).rounded() * resolution)
    }
}

/// Sebastiano Vigna's SplitMix64: small, and the same on every run.
private struct SplitMix64: RandomNumberGenerator, Sendable {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// About normal, mean 0 and variance 1: a sum of twelve.
    mutating func normal() -> Double {
        (0..<12).reduce(-6) { sum, _ in sum + Double.random(in: 0..<1, using: &self) }
    }
}

import Fusion
import Glibc
import MotionCore

/// A device that moves as told, with sensors that err as told.
struct Simulation: Sendable {
    /// Device axes → earth axes at a time in s.
    var attitude: @Sendable (Double) -> Quaternion
    /// In m/s², earth axes.
    var acceleration: @Sendable (Double) -> Vector3 = { _ in .zero }
    /// In Hz, of both sensors.
    var rate = 100.0
    /// Of the gyroscope, rad/s.
    var bias = Vector3.zero
    /// As of a phone at rest: rad/s and m/s².
    var rateNoise = 0.1 * degree, accelerationNoise = 0.02
    var seed: UInt64 = 1

    /// Both sensors' samples from `start` to `end`, the gyroscope's first.
    func samples(from start: Double = 0, to end: Double) -> [Sample] {
        var random = Random(state: seed)
        return (Int(start * rate)..<Int(end * rate)).flatMap { step in
            let seconds = Double(step) / rate
            let time = Timestamp(nanoseconds: 1_000_000_000).advanced(bySeconds: seconds)
            let attitude = attitude(seconds)
            let turning = trueRate(seconds) + bias + random.vector() * rateNoise
            let force = acceleration(seconds) + Vector3(0, 0, gravity)
            let felt = attitude.conjugate.rotate(force) + random.vector() * accelerationNoise
            return [
                Sample(sensor: .gyro, time: time, value: turning),
                Sample(sensor: .accel, time: time, value: felt),
            ]
        }
    }

    private func trueRate(_ seconds: Double) -> Vector3 {
        let step = 1e-4
        return (attitude(seconds - step).conjugate * attitude(seconds + step)).rotationVector / (2 * step)
    }
}

let degree = Double.pi / 180
let gravity = 9.80665

/// A repeatable source of numbers: xorshift64*.
struct Random: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state ^= state >> 12
        state ^= state << 25
        state ^= state >> 27
        return state &* 2_685_821_657_736_338_717
    }

    /// Normally distributed with deviation 1.
    mutating func normal() -> Double {
        let radius = (-2 * log(Double.random(in: 1e-12..<1, using: &self))).squareRoot()
        return radius * cos(2 * .pi * Double.random(in: 0..<1, using: &self))
    }

    mutating func vector() -> Vector3 { Vector3(normal(), normal(), normal()) }

    /// Any turn, all equally likely.
    mutating func turn() -> Quaternion {
        Quaternion(w: normal(), x: normal(), y: normal(), z: normal()).normalized
    }

    mutating func direction() -> Vector3 { vector().normalized ?? .unitZ }
}

extension Quaternion {
    /// The inverse of `init(rotationVector:)`, for turns up to π.
    var rotationVector: Vector3 {
        let axis = Vector3(x, y, z) * (w < 0 ? -1 : 1)
        let sine = axis.length
        return sine < 1e-12 ? axis * 2 : axis * (2 * atan2(sine, abs(w)) / sine)
    }

    static func turn(_ degrees: Double, about axis: Vector3) -> Quaternion {
        Quaternion(rotationVector: axis * (degrees * degree))
    }
}

extension Motion {
    /// The angle between up as estimated and as it is, in degrees.
    func inclinationError(_ truth: Quaternion) -> Double { attitude.up.angle(to: truth.up) / degree }
}

extension ViewerOffset {
    func distance(to other: ViewerOffset) -> Double { (self - other).length }
}

extension Timestamp {
    /// Seconds of a simulation.
    var seconds: Double { self.seconds(since: Timestamp(nanoseconds: 1_000_000_000)) }
}

extension MotionFilter {
    static let both: Set<Sensor> = [.accel, .gyro]

    /// Takes the samples in and gives the motion after each pair of them.
    mutating func motions(of samples: [Sample]) -> [Motion] {
        samples.compactMap { sample in
            update(sample)
            return sample.sensor == .accel ? motion(at: sample.time) : nil
        }
    }
}

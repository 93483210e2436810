import Glibc
package import MotionCore

/// What is put right about a device's readings, because they contradict each other or gravity.
package struct Correction: Hashable, Sendable {
    /// The accelerometer's readings are multiplied by it.
    package var accelScale = 1.0
    package var gyroScale = 1.0
    /// Turns the gyroscope's readings after its mounting has.
    package var gyroTurn = Rotation.identity
    /// Whether the gyroscope is left out, for it never changes.
    package var isGyroDead = false

    package init() {}

    package static let none = Correction()

    package func apply(to scan: Scan) -> Scan {
        var scan = scan
        scan.value = scan.value * (scan.sensor == .accel ? accelScale : gyroScale)
        return scan
    }

    /// How the sensors sit, with what turned out about the gyroscope.
    package func apply(to axes: SensorAxes) -> SensorAxes {
        SensorAxes(accel: axes.accel, gyro: gyroTurn * axes.gyro)
    }

    /// Sentences for people.
    package var sentences: [String] {
        var sentences: [String] = []
        if accelScale != 1 {
            sentences.append(
                "the accelerometer at rest reads \(short(.gravity / accelScale)) m/s²: scaled")
        }
        if isGyroDead { sentences.append("the gyroscope never changes while gravity turns: left out") }
        if gyroScale != 1 {
            sentences.append(
                "the gyroscope's rates are off by \(short(1 / gyroScale)) against gravity: scaled")
        }
        if gyroTurn != .identity {
            sentences.append("the gyroscope's axes contradict gravity's turning: turned to agree")
        }
        return sentences
    }
}

/// Three digits.
private func short(_ value: Double) -> String {
    let unit = pow(10, (log10(abs(value))).rounded(.down) - 2)
    return "\(((value / unit).rounded() * unit * 1e6).rounded() / 1e6)"
}

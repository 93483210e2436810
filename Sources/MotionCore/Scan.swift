/// What a source measures.
package enum Sensor: String, Hashable, Sendable, CaseIterable {
    /// Specific force in m/s²: at rest it points up, flat and screen up it is (0, 0, +9.81).
    case accel
    /// Angular rate in rad/s, right-handed.
    case gyro
}

extension Double {
    /// Standard gravity, m/s².
    @inlinable package static var gravity: Double { 9.80665 }
}

/// One reading as the hardware gave it: SI units, sensor axes.
package struct Scan: Hashable, Sendable {
    package var sensor: Sensor
    package var time: Timestamp
    package var value: Vector3

    package init(sensor: Sensor, time: Timestamp, value: Vector3) {
        self.sensor = sensor
        self.time = time
        self.value = value
    }
}

/// A scan in device axes.
package struct Sample: Hashable, Sendable {
    package var sensor: Sensor
    package var time: Timestamp
    package var value: Vector3

    package init(sensor: Sensor, time: Timestamp, value: Vector3) {
        self.sensor = sensor
        self.time = time
        self.value = value
    }
}

/// How each sensor sits in the device.
package struct SensorAxes: Hashable, Sendable {
    package var accel: Rotation
    package var gyro: Rotation

    package init(accel: Rotation = .identity, gyro: Rotation = .identity) {
        self.accel = accel
        self.gyro = gyro
    }

    package func sample(_ scan: Scan) -> Sample {
        let rotation = scan.sensor == .accel ? accel : gyro
        return Sample(sensor: scan.sensor, time: scan.time, value: rotation.rotate(scan.value))
    }
}

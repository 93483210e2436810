package import LinuxIO
package import MotionCore
package import Sensors

/// Readings of `in_*_raw` and how long each took.
package struct RawReadings: Sendable {
    /// One of the files that are read in turn.
    package struct Source: Sendable {
        package let sensor: Sensor
        package let file: String
        /// A reading in SI units is (value + offset) · scale.
        let offset, scale: Double
    }

    package let sources: [Source]
    package var readings: [FileReading] = []
    /// Of the devices whose buffer ran meanwhile, who runs it if that is known.
    package var besideBuffer: String?

    /// The files of the chosen sensors.
    package init(_ devices: [DeviceState], _ pair: SensorPair) {
        let nodes = [(Sensor.accel, pair.accel)] + (pair.gyro.map { [(.gyro, $0)] } ?? [])
        sources = nodes.flatMap { sensor, node in
            ["x", "y", "z"].map { axis in
                let state = devices.first { $0.node.id == node.id }
                let sign = sensor == .accel && node.convention == .hub ? -1.0 : 1
                return Source(
                    sensor: sensor, file: "\(node.path)/in_\(sensor.attributeName)_\(axis)_raw",
                    offset: state?.number("offset", sensor, axis: axis) ?? 0,
                    scale: sign * (state?.number("scale", sensor, axis: axis) ?? 1))
            }
        }
    }

    /// Why a reading of the accelerometer failed; nil where none did.
    var failure: Errno? {
        for reading in readings where sources[reading.file].sensor == .accel {
            if case .failure(let error) = reading.text { return error }
        }
        return nil
    }

    /// How long the three axes of the accelerometer took each time, in ms, the shortest first.
    var durations: [Double] {
        triples(of: .accel).map { triple in triple.reduce(0) { $0 + Double($1.end - $1.begin) * 1e-6 } }
            .sorted()
    }

    /// The longest that one axis took, in ms.
    var longest: Double? { readings.map { Double($0.end - $0.begin) * 1e-6 }.max() }

    package var scans: [Scan] {
        let sensors = Set(sources.map(\.sensor))
        return sensors.flatMap { sensor in triples(of: sensor).compactMap(scan) }
            .sorted { $0.time < $1.time }
    }

    private func triples(of sensor: Sensor) -> [ArraySlice<FileReading>] {
        let mine = readings.filter { sources[$0.file].sensor == sensor }
        return stride(from: 0, to: mine.count - 2, by: 3).map { mine[$0..<($0 + 3)] }
    }

    private func scan(_ triple: ArraySlice<FileReading>) -> Scan? {
        let values = triple.compactMap { reading -> Double? in
            guard let value = reading.text.text.flatMap(Double.init) else { return nil }
            let source = sources[reading.file]
            return (value + source.offset) * source.scale
        }
        guard values.count == 3, let first = triple.first, let last = triple.last else { return nil }
        return Scan(
            sensor: sources[first.file].sensor,
            time: Timestamp(nanoseconds: first.begin + (last.end - first.begin) / 2),
            value: Vector3(values[0], values[1], values[2]))
    }
}

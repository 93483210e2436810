/// Sensor data as text: can be read, cut and mailed.
///
/// ```
/// # parallax recording 1
/// # device: bmi160
/// # accel-matrix: 1 0 0; 0 1 0; 0 0 1
/// # gyro-matrix: 1 0 0; 0 1 0; 0 0 1
/// a 1000000 0.01 -0.02 9.81
/// g 1000000 0.001 0.000 -0.002
/// ```
///
/// `a` and `g` stand before a time in µs and three values in m/s² and rad/s, sensor axes. A matrix turns
/// sensor axes into device axes and counts from its line on. Other lines that begin with `#` are comments.
package struct Recording: Sendable {
    /// One line that counts.
    package enum Entry: Hashable, Sendable {
        case device(String)
        case matrix(Sensor, Rotation)
        case scan(Scan)
    }

    /// A line that is not in the format.
    package struct Failure: Error, Hashable {
        /// Counts from 1.
        package let line: Int
        package let message: String
    }

    package static let heading = "# parallax recording 1"

    package private(set) var entries: [Entry] = []

    /// Reads a whole recording.
    package init(_ text: some Collection<UInt8>) throws(Failure) {
        var number = 0
        for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            var line = String(decoding: line, as: UTF8.self)
            if line.last == "\r" { line.removeLast() }
            do throws(LineFailure) {
                if number == 1 {
                    guard line == Recording.heading else {
                        throw LineFailure("the first line is not \"\(Recording.heading)\"")
                    }
                } else if let entry = try Entry(line: line) {
                    entries.append(entry)
                }
            } catch {
                throw Failure(line: number, message: error.message)
            }
        }
    }

    /// The sensors that occur.
    package var sensors: Set<Sensor> {
        var sensors: Set<Sensor> = []
        for case .scan(let scan) in entries { sensors.insert(scan.sensor) }
        return sensors
    }

    /// The device's name; nil where no line tells it.
    package var device: String? {
        for case .device(let name) in entries { return name }
        return nil
    }
}

extension Recording.Entry {
    /// The line, without a line feed.
    package var line: String {
        switch self {
        case .device(let name): "# device: \(name.onOneLine)"
        case .matrix(let sensor, let rotation): "# \(sensor.rawValue)-matrix: \(rotation.rows)"
        case .scan(let scan):
            "\(scan.sensor == .accel ? "a" : "g") \(scan.time.microseconds) "
                + "\(scan.value.x) \(scan.value.y) \(scan.value.z)"
        }
    }

    /// Nil for a comment and an empty line.
    fileprivate init?(line: String) throws(LineFailure) {
        if let name = line.dropPrefix("# device: ") {
            self = .device(String(name))
        } else if let matrix = line.dropPrefix("# accel-matrix: ") {
            self = .matrix(.accel, try parsedRotation(matrix))
        } else if let matrix = line.dropPrefix("# gyro-matrix: ") {
            self = .matrix(.gyro, try parsedRotation(matrix))
        } else if line.isEmpty || line.hasPrefix("#") {
            return nil
        } else {
            self = .scan(try parsedScan(line))
        }
    }
}

private struct LineFailure: Error {
    let message: String

    init(_ message: String) { self.message = message }
}

private func parsedScan(_ line: String) throws(LineFailure) -> Scan {
    let words = line.split(separator: " ")
    let sensor: Sensor? =
        switch words.first {
        case "a": .accel
        case "g": .gyro
        default: nil
        }
    guard let sensor, words.count == 5, let microseconds = Int64(words[1]) else {
        throw LineFailure("\"\(line)\" is not a or g, a time in µs and three numbers")
    }
    guard let time = Timestamp(untrustedMicroseconds: microseconds) else {
        throw LineFailure("\(microseconds) µs is out of range")
    }
    guard let value = vector(words[2...]) else {
        throw LineFailure("\"\(line)\" does not end in three finite numbers")
    }
    return Scan(sensor: sensor, time: time, value: value)
}

private func parsedRotation(_ text: Substring) throws(LineFailure) -> Rotation {
    guard let rotation = Rotation(rows: text) else {
        throw LineFailure("\"\(text)\" is not the three rows of a rotation, such as 1 0 0; 0 1 0; 0 0 1")
    }
    return rotation
}

private func vector(_ words: ArraySlice<Substring>) -> Vector3? {
    let numbers = words.compactMap { Double($0) }
    guard words.count == 3, numbers.count == 3 else { return nil }
    let vector = Vector3(numbers[0], numbers[1], numbers[2])
    return vector.isFinite ? vector : nil
}

extension String {
    /// With blanks for line breaks.
    package var onOneLine: String { String(map { $0.isNewline ? " " : $0 }) }

    fileprivate func dropPrefix(_ prefix: String) -> Substring? {
        hasPrefix(prefix) ? dropFirst(prefix.count) : nil
    }
}

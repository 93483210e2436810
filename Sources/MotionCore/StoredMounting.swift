/// How an accelerometer sits in the device, as a calibration found it, as text that a state file holds.
///
/// ```
/// parallaxd mounting 1
/// device bmi160 /sys/devices/pci0000:00/i2c-0/i2c-BMI0160:00
/// date 1790000000
/// rotation 0.0 1.0 0.0; -1.0 0.0 0.0; 0.0 0.0 1.0
/// ```
package struct StoredMounting: Hashable, Sendable {
    /// Why a text is not a stored mounting.
    package struct Failure: Error, Hashable {
        package let message: String
    }

    private static let heading = "parallaxd mounting 1"

    /// What the accelerometer is known by from run to run, not empty.
    package var device: String
    /// When it was found, in s since 1970.
    package var date: Int64
    /// Sensor axes → device axes.
    package var rotation: Rotation

    package init(device: String, date: Int64, rotation: Rotation) {
        self.device = device
        self.date = date
        self.rotation = rotation
    }

    package var text: String {
        """
        \(Self.heading)
        device \(device.onOneLine)
        date \(date)
        rotation \(rotation.rows)

        """
    }

    package init(_ text: String) throws(Failure) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.first == Self.heading[...] else {
            throw Failure(message: "the first line is not \"\(Self.heading)\"")
        }
        guard lines.count == 5, lines[4].isEmpty else { throw Failure(message: "it is not four lines") }
        device = String(try value("device", lines[1]))
        guard let date = Int64(try value("date", lines[2])), date >= 0 else {
            throw Failure(message: "\"\(lines[2])\" holds no seconds since 1970")
        }
        self.date = date
        guard let rotation = Rotation(rows: try value("rotation", lines[3])) else {
            throw Failure(message: "\"\(lines[3])\" does not end in the three rows of a rotation")
        }
        self.rotation = rotation
    }
}

/// What follows `key` and a blank.
private func value(_ key: String, _ line: Substring) throws(StoredMounting.Failure) -> Substring {
    guard line.hasPrefix(key + " "), line.count > key.count + 1 else {
        throw StoredMounting.Failure(message: "\"\(line)\" does not begin with \"\(key)\" and a value")
    }
    return line.dropFirst(key.count + 1)
}

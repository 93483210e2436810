/// How an accelerometer sits in the device, as a calibration found it, as text that a state file holds.
///
/// ```
/// parallaxd mounting 1
/// device bmi160 /sys/devices/pci0000:00/i2c-0/i2c-BMI0160:00
/// date 1790000000
/// rotation 0.0 1.0 0.0; -1.0 0.0 0.0; 0.0 0.0 1.0
/// ```
package struct StoredMounting: Hashable, Sendable {
    package typealias Failure = StateText.Failure

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
        StateText.head(Self.heading, device: device, date: date) + "rotation \(rotation.rows)\n"
    }

    package init(_ text: String) throws(Failure) {
        let state = try StateText(text, heading: Self.heading, count: ("four", 4))
        device = state.device
        date = state.date
        let line = state.rest[3]
        guard let rotation = Rotation(rows: try StateText.value("rotation", line)) else {
            throw Failure(message: "\"\(line)\" does not end in the three rows of a rotation")
        }
        self.rotation = rotation
    }
}

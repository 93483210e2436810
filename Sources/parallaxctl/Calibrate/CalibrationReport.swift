import MotionCore
import MotionWire

/// What came out of a calibration.
struct CalibrationReport {
    let device: SensorDevice
    let calibration: Calibration
    /// What the accelerometer read in the poses, in their order.
    let poses: [Vector3]
    /// Where it was saved.
    var file: String?
    /// For udev's database.
    var entry: String?

    /// With an entry, a whole file for udev's database.
    var text: String {
        guard let entry else { return lines.map { "\($0)\n" }.joined() }
        return lines.map { "# \($0)\n" }.joined() + "\n\(entry)"
    }

    private var lines: [String] {
        var lines = [
            "\(printable(device.name)) (\(printable(device.id))), from sensor axes to device axes:",
            "  in use      \(device.axes.accel.text)", "  calibrated  \(calibration.rotation.text)",
            "That is: \(change(from: device.axes.accel, to: calibration.rotation)).", precision,
        ]
        if let file {
            lines += [
                "Saved in \(file), which undoes it when it is removed.",
                "It counts when the daemon starts the sensors next: 2 s after its last client has gone, "
                    + "or restarted.",
            ]
        }
        if entry != nil {
            lines += [
                "For every program: put this text into /etc/udev/hwdb.d/61-sensor-local.hwdb, then as root:",
                "systemd-hwdb update && udevadm trigger /sys/bus/iio/devices/\(printable(device.id))",
            ]
        }
        if file == nil, entry == nil {
            lines.append("Nothing was changed: --save keeps it for the daemon, --hwdb prints it for udev.")
        }
        return lines
    }

    private var precision: String {
        let off = fixed(degrees(calibration.measured.nearestQuarterTurn.angle), places: 1)
        let skew = fixed(degrees(calibration.skew), places: 1)
        return calibration.isSquare
            ? "The sensor sits square to the device: \(off)° were put down to the poses, "
                + "whose tilts missed a right angle by \(skew)°."
            : "The sensor sits \(off)° askew. Most sit square: if this one should, repeat it with more care "
                + "(the tilts missed a right angle by \(skew)°)."
    }

    /// In SI units and radians.
    var json: JSON {
        let names = ["flat", "right_lowered", "top_raised"]
        return [
            "device": ["id": .string(device.id), "name": .string(device.name)],
            "matrix_in_use": device.axes.accel.json, "matrix": calibration.rotation.json,
            "measured": calibration.measured.json, "square": .bool(calibration.isSquare),
            "skew": .double(calibration.skew),
            "change": .string(change(from: device.axes.accel, to: calibration.rotation)),
            "poses": .object(
                zip(names, poses).map { JSON.Member($0, .array([$1.x, $1.y, $1.z].map(JSON.double))) }),
            "file": file.map(JSON.string) ?? nil, "hwdb": entry.map(JSON.string) ?? nil,
        ]
    }
}

/// What becomes of the device's axes, in words.
func change(from old: Rotation, to new: Rotation) -> String {
    let (turn, angle) = (new * old.inverse).nearestQuarterTurn
    guard angle < 1e-3 else {
        return "turned by \(fixed(degrees(new.angle(to: old)), places: 0))° against the one in use"
    }
    guard turn != .identity else { return "the matrix in use is right" }
    return zip(["x", "y", "z"], [turn.x, turn.y, turn.z]).map { name, row in
        let value = row.x + row.y + row.z
        let other = row.x != 0 ? "x" : row.y != 0 ? "y" : "z"
        if other == name { return value > 0 ? "\(name) stays" : "\(name) is turned round" }
        return "\(name) is what \(value > 0 ? "" : "−")\(other) was"
    }.joined(separator: ", ")
}

extension Rotation {
    fileprivate var text: String { matrixText([x, y, z]) }

    fileprivate var json: JSON { .array(elements.map(JSON.number)) }
}

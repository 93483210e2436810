import LinuxIO
import MotionCore
import Sensors

/// What a sensor is found by in systemd's database, from which udev publishes mount matrices.
struct HwdbKey: Hashable {
    /// Matches what 60-sensor.rules asks for.
    let text: String

    /// For a device of this machine; throws where the rules ask for none.
    init(_ node: SensorNode) throws(Failure) {
        guard let parent = matchedParent(of: node.path), let modalias = attribute(parent + "/modalias") else {
            throw Failure(
                .unavailable,
                "udev's rules know no key for \(printable(node.title)): `--save` keeps the matrix without udev"
            )
        }
        text = hwdbKey(
            label: label(of: node), modalias: modalias, dmi: attribute("/sys/class/dmi/id/modalias") ?? "")
    }

    /// The entry with the matrix that makes parallaxd and iio-sensor-proxy right.
    func entry(_ rotation: Rotation, for node: SensorNode) -> String {
        let matrix = MountMatrix(publishing: rotation, for: node.convention)
        return "\(text)\n ACCEL_MOUNT_MATRIX=\(matrixText(matrix.rows))\n"
    }
}

/// A matrix by rows, as udev writes it.
func matrixText(_ rows: [Vector3]) -> String {
    rows.map { row in
        [row.x, row.y, row.z].map { value in
            let rounded = (value * 1e4).rounded() / 1e4
            return Int64(exactly: rounded).map(String.init) ?? fixed(value, places: 4)
        }.joined(separator: ", ")
    }.joined(separator: "; ")
}

/// Matches a sensor of this kind in a machine of this kind. Without `dmi` the machine is in the modalias.
func hwdbKey(label: String, modalias: String, dmi: String) -> String {
    // Only what the driver binds to: compatible ids follow, and versions of the firmware.
    let parts = modalias.split(separator: ":")
    let sensor = parts.first == "acpi" && parts.count > 1 ? "acpi:\(parts[1])*" : modalias
    let machine = dmi.isEmpty ? "*" : machinePattern(dmi)
    return substituted("sensor:\(label.isEmpty ? "" : label + ":")modalias:\(sensor):\(machine)")
}

/// Maker and product where they are names, else all of it.
private func machinePattern(_ dmi: String) -> String {
    let fields = dmi.split(separator: ":")
    let maker = fields.first { $0.hasPrefix("svn") }
    let product = fields.first { $0.hasPrefix("pn") } ?? fields.first { $0.hasPrefix("pvr") }
    guard let maker, let product, isName(maker.dropFirst(3)), isName(product.drop { $0.isLowercase }) else {
        return dmi
    }
    let isBeside = fields.firstIndex(of: maker).map { $0 + 1 } == fields.firstIndex(of: product)
    return "dmi:*\(maker):\(isBeside ? "" : "*")\(product):*"
}

/// What makers leave in fields that they should have filled in.
private func isName(_ text: Substring) -> Bool {
    let placeholders = ["", "defaultstring", "tobefilledbyo.e.m.", "systemmanufacturer", "systemproductname"]
    return !placeholders.contains(text.lowercased())
}

/// As udev replaces what it holds for unsafe in an attribute's value before it asks for the key.
private func substituted(_ key: String) -> String {
    String(
        key.map { character in
            guard character.isASCII, !character.isLetter, !character.isNumber else { return character }
            return " #$%*+,-./:=?@_".contains(character) ? character : "_"
        })
}

/// The device that 60-sensor.rules takes the modalias of.
private func matchedParent(of path: String) -> String? {
    var directory = path[...]
    while let slash = directory.lastIndex(of: "/"), slash > directory.startIndex {
        let subsystem = resolvedPath(directory + "/subsystem")?.split(separator: "/").last
        if let subsystem, ["usb", "i2c", "platform"].contains(subsystem) { return String(directory) }
        directory = directory[..<slash]
    }
    return nil
}

private func label(of node: SensorNode) -> String {
    if let label = attribute(node.path + "/label"), !label.isEmpty { return label }
    guard node.name.hasPrefix("cros-ec-accel") else { return "" }
    switch attribute(node.path + "/location") {
    case "lid": return "accel-display"
    case "base": return "accel-base"
    default: return ""
    }
}

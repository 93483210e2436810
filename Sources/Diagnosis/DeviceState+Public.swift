/// What of a device may be shown to strangers.
extension DeviceState {
    private static let properties = ["DEVPATH", "DEVNAME", "SYSTEMD_WANTS", "TAGS", "CURRENT_TAGS"]
    private static let families = ["ACCEL_", "IIO_SENSOR_PROXY_", "PARALLAXD_"]

    /// Attributes by name, sorted.
    package var publicAttributes: [(name: String, value: String)] {
        attributes.sorted { $0.key < $1.key }.compactMap { name, content in
            switch content {
            case .success(let text): shown(text, of: name).map { (name, $0) }
            case .failure(let error): isIdentity(name) ? nil : (name, "(\(error))")
            }
        }
    }

    /// The udev properties that say what becomes of the device.
    package var publicProperties: [(name: String, value: String)] {
        properties.sorted { $0.key < $1.key }.compactMap { name, value in
            guard
                DeviceState.properties.contains(name) || DeviceState.families.contains(where: name.hasPrefix)
            else { return nil }
            return shown(value, of: name).map { (name, $0) }
        }
    }
}

/// On one line and not too long; nil where it says which specimen of its kind a thing is.
package func shown(_ value: String, of name: String) -> String? {
    guard !isIdentity(name) else { return nil }
    let isBinary = value.unicodeScalars.contains {
        $0 == "\u{FFFD}" || $0.value < 0x20 && $0 != "\n" && $0 != "\t"
    }
    guard !isBinary else { return "(binary, \(value.utf8.count) bytes)" }
    let line = withoutIdentities(value.replacing("\n", with: " | "))
    return line.count <= 200 ? line : "\(line.prefix(200))... (\(line.utf8.count) bytes)"
}

private func isIdentity(_ name: String) -> Bool {
    let name = name.lowercased()
    return ["serial", "uuid", "guid", "address", "uniq", "asset"].contains(where: name.contains)
}

/// The text with network addresses and UUIDs left out.
package func withoutIdentities(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let first = rest.first {
        let isPart = belongsToIdentity(first)
        let word = rest.prefix { belongsToIdentity($0) == isPart }
        result += isPart && isIdentity(word: word) ? "(left out)" : word
        rest = rest[word.endIndex...]
    }
    return result
}

private func belongsToIdentity(_ character: Character) -> Bool {
    character.isHexDigit || character == ":" || character == "-"
}

private func isIdentity(word: Substring) -> Bool {
    let lengths = word.split { $0 == ":" || $0 == "-" }.map(\.count)
    return [[2, 2, 2, 2, 2, 2], [8, 4, 4, 4, 12]].contains(where: lengths.contains)
}

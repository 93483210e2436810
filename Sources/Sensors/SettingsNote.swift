import CIIOShim
import LinuxIO

/// A device's settings as they were found, in a file as long as they are changed: for the daemon that comes
/// after one that was killed.
package final class SettingsNote {
    private let file: String

    /// Nil where the device has no settings or the directory takes no file; the sensors serve all the same.
    init?(_ node: SensorNode, in directory: String) {
        file = path(of: node, in: directory)
        guard let settings = settings(of: node.id) else { return nil }
        do throws(Errno) { try writeFile(file, heading(node) + settings) } catch { return nil }
    }

    deinit { removeFile(file) }

    /// Puts back what a daemon that was killed left changed on a device. Returns whether there was something.
    package static func settle(_ node: SensorNode, in directory: String) -> Bool {
        let file = path(of: node, in: directory)
        guard let text = fileText(file) else { return false }
        defer { removeFile(file) }
        // The number may have come to another device since.
        let heading = String(decoding: heading(node), as: UTF8.self)
        guard text.hasPrefix(heading) else { return false }
        return unsafe plx_settings_put_back(node.id, String(text.dropFirst(heading.count))) == 0
    }
}

private func path(of node: SensorNode, in directory: String) -> String { "\(directory)/\(node.id).settings" }

private func heading(_ node: SensorNode) -> [UInt8] { Array("\(node.path)\n".utf8) }

private func settings(of id: String) -> [UInt8]? {
    var text = [CChar](repeating: 0, count: 16_384)
    let length = unsafe plx_settings_note(id, &text, text.count)
    return length > 0 ? text.prefix(Int(length)).map { UInt8(bitPattern: $0) } : nil
}

import CIIOShim
package import LinuxIO

/// A device's settings as they were found, in a file as long as they are changed: for the daemon that comes
/// after one that was killed.
package final class SettingsNote {
    private let file: String

    /// Nil where the device has no settings or the directory takes no file; the sensors serve all the same.
    /// `ofBuffer`: whether the buffer will run for this program.
    init?(_ node: SensorNode, in directory: String, ofBuffer: Bool) {
        file = Sensors.file(of: node.id, in: directory)
        guard let settings = settings(of: node.id) else { return nil }
        let text = Array("\(node.path)\n\(ofBuffer ? bufferMark : "")".utf8) + settings
        do throws(Errno) {
            try makeDirectories(directory)
            try writeFile(file, text)
        } catch {
            return nil
        }
    }

    deinit { removeFile(file) }

    /// Puts back what a daemon that was killed left changed on a device that is this program's own now.
    package static func settle(_ node: SensorNode, in directory: String) {
        _ = settle(node.id, at: node.path, in: directory)
    }

    /// Puts back what killed daemons left changed on devices that no daemon has now. Tells of each device its
    /// id and why it could not be done, nil where it was.
    package static func settleAll(in directory: String, _ tell: (String, Errno?) -> Void) {
        for name in entries(of: directory).sorted() where name.hasSuffix(suffix) {
            let id = String(name.dropLast(suffix.count)), file = "\(directory)/\(name)"
            guard let path = fileText(file)?.split(separator: "\n").first.map(String.init) else { continue }
            do throws(Errno) {
                let lock = try FileLock(on: path)
                tell(id, settle(id, at: path, in: directory))
                _ = consume lock
            } catch .noFile {
                removeFile(file)
            } catch {}
        }
    }

    /// Returns why it could not be done.
    private static func settle(_ id: String, at path: String, in directory: String) -> Errno? {
        let file = Sensors.file(of: id, in: directory)
        guard let text = fileText(file) else { return nil }
        defer { removeFile(file) }
        var rest = text[...]
        // The number may have come to another device since.
        guard rest.removePrefix("\(path)\n"), resolvedPath("/sys/bus/iio/devices/\(id)") == path else {
            return nil
        }
        let hadBuffer = rest.removePrefix(bufferMark)
        do throws(Errno) {
            try check(unsafe plx_settings_put_back(id, String(rest), hadBuffer ? 1 : 0))
            return nil
        } catch {
            return error
        }
    }
}

extension Substring {
    /// Returns whether it began so.
    fileprivate mutating func removePrefix(_ prefix: String) -> Bool {
        guard hasPrefix(prefix) else { return false }
        removeFirst(prefix.count)
        return true
    }
}

/// Stands in the note of a program that ran the buffer.
private let bufferMark = "buffer\n"
private let suffix = ".settings"

private func file(of id: String, in directory: String) -> String { "\(directory)/\(id)\(suffix)" }

private func settings(of id: String) -> [UInt8]? {
    var text = [CChar](repeating: 0, count: 16_384)
    let length = unsafe plx_settings_note(id, &text, text.count)
    return length > 0 ? text.prefix(Int(length)).map { UInt8(bitPattern: $0) } : nil
}

import Glibc
import LinuxIO
import Sensors

extension DeviceState {
    /// Reads all attributes of the device but its readings.
    mutating func readAttributes(patience: Double) throws(Errno) {
        let files = attributeNames(of: node.path)
        let readings = try read(
            files.map { "\(node.path)/\($0)" }, seconds: patience, patience: patience)
        for reading in readings where reading.text != .failure(Errno.isDirectory) {
            attributes[files[reading.file]] = reading.text
        }
        if readings.count < files.count { slowAttribute = files[readings.count] }
    }
}

/// By their paths below the directory, one level deep.
private func attributeNames(of directory: String) -> [String] {
    let top = entries(of: directory).sorted()
    // What is no directory has no names in it.
    let folders = ["scan_elements", "buffer", "trigger", "events"].filter(top.contains)
    let inner = folders.flatMap { folder in
        entries(of: "\(directory)/\(folder)").sorted().map { "\(folder)/\($0)" }
    }
    return top.filter { !folders.contains($0) && isSetting($0) } + inner
}

/// Not a reading, which may take seconds, nor a link to elsewhere.
private func isSetting(_ name: String) -> Bool {
    let readings = ["_raw", "_input", "_processed"]
    let links = ["subsystem", "device", "of_node", "firmware_node", "power", "uevent", "dev"]
    return !readings.contains(where: name.hasSuffix) && !links.contains(name) && !name.hasPrefix("buffer")
        && !name.hasPrefix("trigger") && !name.hasPrefix("iio:")
}

extension Errno {
    fileprivate static let isDirectory = Errno(rawValue: EISDIR)
}

import Diagnosis
import LinuxIO
import MotionCore
import MotionWire
import Sensors

/// One text for a bug report: a recording, whose comments tell the rest.
struct Report {
    private(set) var text = Recording.heading + "\n"

    /// `samples`: the lines of a recording from the daemon; where there are none, raw readings take their
    /// place.
    init(_ evidence: Evidence, _ findings: [Finding], samples: [UInt8]?) {
        add(
            "machine",
            [
                "parallaxctl \(MotionWire.version)", "Linux \(evidence.kernel)",
                systemName() ?? "no /etc/os-release",
            ] + ["sys_vendor", "product_name"].compactMap(dmi))
        add("findings", findingsText(findings).lines)
        add("devices", listText(evidence.verdicts).lines)
        for device in evidence.devices {
            add("\(device.node.id): attributes", device.publicAttributes.map { "\($0.name) = \($0.value)" })
            add("\(device.node.id): udev", device.publicProperties.map { "\($0.name) = \($0.value)" })
        }
        if let samples {
            add("samples from parallaxd", [])
            text += String(decoding: samples, as: UTF8.self)
        } else {
            addRaw(evidence)
        }
    }

    /// Comments that no reader of recordings takes for its own.
    private mutating func add(_ title: String, _ lines: [String]) {
        text += "#\n#   == \(title) ==\n"
        for line in lines { text += "#   \(printable(withoutIdentities(line)))\n" }
    }

    private mutating func addRaw(_ evidence: Evidence) {
        let scans = evidence.raw?.scans ?? []
        guard let pair = evidence.pair, !scans.isEmpty else {
            return add("samples", ["none: no daemon gave any, and the sensor cannot be read; see above"])
        }
        add("samples, read from in_*_raw without a daemon", [])
        let entries: [Recording.Entry] = [
            .device(printable(pair.accel.name)), .matrix(.accel, pair.axes.accel),
            .matrix(.gyro, pair.axes.gyro),
        ]
        for entry in entries + scans.map(Recording.Entry.scan) { text += entry.line + "\n" }
    }
}

/// Writes a report to the options' file.
func write(_ report: Report, _ options: Options) throws(Failure) {
    if options.file == "-" {
        var output = Output()
        try output.write(report.text)
        return try output.flush()
    }
    let file = try attempt(options.file, or: .cannotCreate) { () throws(Errno) in
        try Descriptor.create(options.file, replacing: options.force)
    }
    try attempt(options.file) { () throws(Errno) in try file.writeAll(report.text.utf8) }
    writeError("parallaxctl: the report is in \(options.file)\n")
}

/// As the distribution calls itself.
private func systemName() -> String? {
    let key = "PRETTY_NAME="
    let line = fileText("/etc/os-release")?.lines.first { $0.hasPrefix(key) }
    return line?.replacing(key, with: "").replacing("\"", with: "")
}

private func dmi(_ name: String) -> String? {
    attribute("/sys/class/dmi/id/\(name)").flatMap { shown($0, of: name) }.map { "\(name) = \($0)" }
}

extension String {
    fileprivate var lines: [String] { split(separator: "\n").map(String.init) }
}

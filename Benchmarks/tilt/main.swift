import Glibc
import LinuxIO

let words = CommandLine.arguments.dropFirst()
switch (words.first, words.count) {
case ("drawing", 1):
    print(drawing())
case ("rows", 2):
    var rows = TiltRows()
    for (name, recording) in recordings(in: words.last ?? "") { rows.check(recording, name: name) }
    rows.checkCost()
    exit(rows.isKept ? 0 : 1)
default:
    print(
        """
        usage: tilt-bench rows DIRECTORY   whether offsets are as promised over recordings
               tilt-bench drawing          docs/tilt.svg
        DIRECTORY has index.csv and the .imu files that it names.
        """)
    exit(64)
}

/// The recordings that index.csv names, by name.
func recordings(in directory: String) -> [(name: String, recording: Recording)] {
    let index = String(decoding: content(of: directory + "/index.csv"), as: UTF8.self)
    return index.split(whereSeparator: \.isNewline).dropFirst().sorted().map { line in
        let name = String(line.prefix { $0 != "," })
        guard let recording = Recording(content(of: "\(directory)/\(name)")) else {
            print("\(name) is no recording")
            exit(66)
        }
        return (name, recording)
    }
}

func content(of path: String) -> [UInt8] {
    do throws(Errno) { return try readFile(path) } catch {
        print("\(path) cannot be read: \(error)")
        exit(66)
    }
}

/// Right-aligned in eight characters.
func column(_ value: Double, digits: Int = 3) -> String {
    let unit = Int(pow(10, Double(digits)))
    let parts = Int((value * Double(unit)).rounded())
    let fraction = String(parts % unit)
    let text = "\(parts / unit)." + String(repeating: "0", count: digits - fraction.count) + fraction
    return String(repeating: " ", count: max(0, 8 - text.count)) + text
}

import Glibc

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
    guard let index = readFile(directory + "/index.csv") else {
        print("\(directory)/index.csv cannot be read")
        exit(66)
    }
    let lines = String(decoding: index, as: UTF8.self).split(whereSeparator: \.isNewline).dropFirst()
    return lines.sorted().map { line in
        let name = String(line.prefix { $0 != "," })
        guard let bytes = readFile("\(directory)/\(name)"), let recording = Recording(bytes) else {
            print("\(name) is no recording")
            exit(66)
        }
        return (name, recording)
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

/// The text of a state file about a device: a heading that names its kind, device and date, and lines of a
/// key and a value that the kind has.
package struct StateText {
    /// Why a text is not one of its kind.
    package struct Failure: Error, Hashable {
        package let message: String

        package init(message: String) { self.message = message }
    }

    /// What the device is known by from run to run, not empty.
    package let device: String
    /// In s since 1970.
    package let date: Int64
    /// The lines of the kind.
    package let rest: ArraySlice<Substring>

    /// `count`: how many lines it has, in words and as a number.
    package init(_ text: String, heading: String, count: (words: String, number: Int)) throws(Failure) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.first == heading[...] else {
            throw Failure(message: "the first line is not \"\(heading)\"")
        }
        guard lines.count == count.number + 1, lines[count.number].isEmpty else {
            throw Failure(message: "it is not \(count.words) lines")
        }
        device = String(try StateText.value("device", lines[1]))
        guard let date = Int64(try StateText.value("date", lines[2])), date >= 0 else {
            throw Failure(message: "\"\(lines[2])\" holds no seconds since 1970")
        }
        self.date = date
        rest = lines[3..<count.number]
    }

    /// What begins the text; the kind's lines follow.
    package static func head(_ heading: String, device: String, date: Int64) -> String {
        "\(heading)\ndevice \(device.onOneLine)\ndate \(date)\n"
    }

    /// What follows `key` and a blank.
    package static func value(_ key: String, _ line: Substring) throws(Failure) -> Substring {
        guard line.hasPrefix(key + " "), line.count > key.count + 1 else {
            throw Failure(message: "\"\(line)\" does not begin with \"\(key)\" and a value")
        }
        return line.dropFirst(key.count + 1)
    }
}

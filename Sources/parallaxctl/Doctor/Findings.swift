import Diagnosis
import Glibc
import LinuxIO
import MotionWire

func show(_ findings: [Finding], _ options: Options) throws(Failure) {
    var output = Output()
    if options.json {
        try output.write { $0.append(contentsOf: findingsJSON(findings).line) }
    } else {
        let isOnTerminal = isTerminal(STDOUT_FILENO)
        let hasColour = isOnTerminal && environment("NO_COLOR") == nil && environment("TERM") != "dumb"
        let columns = isOnTerminal ? TerminalSize(of: STDOUT_FILENO)?.columns : nil
        try output.write(findingsText(findings, columns: columns, hasColour: hasColour))
    }
    try output.flush()
}

/// A row or more for each finding; without `columns` lines are as long as their sentences.
func findingsText(_ findings: [Finding], columns: Int? = nil, hasColour: Bool = false) -> String {
    let width = 2 + (findings.map(\.check.count).max() ?? 0)
    let indent = width + 9
    let rows = findings.map { finding in
        let grade = padded(finding.grade.rawValue, to: 9)
        let head =
            padded(finding.check, to: width) + (hasColour ? finding.grade.ink + grade + "\u{1B}[0m" : grade)
        let room = columns.map { max(30, $0 - indent) } ?? .max
        let lines = wrapped(printable(finding.found), to: room)
        let margin = "\n" + String(repeating: " ", count: indent)
        // What is to be done is not broken: it can be copied.
        let step = finding.step.map { "\(margin)-> \(printable($0))" } ?? ""
        return head + lines.joined(separator: margin) + step + "\n"
    }
    return rows.joined() + "\n" + conclusion(findings) + "\n"
}

private func conclusion(_ findings: [Finding]) -> String {
    let counts = [(Finding.Grade.fault, "fault"), (.warning, "warning")].compactMap {
        grade, word -> String? in
        let count = findings.count { $0.grade == grade }
        return count == 0 ? nil : "\(count) \(word)\(count == 1 ? "" : "s")"
    }
    return counts.isEmpty ? "Nothing is wrong." : counts.joined(separator: ", ") + "."
}

func findingsJSON(_ findings: [Finding]) -> JSON {
    [
        "version": .string(MotionWire.version),
        "verdict": .string(findings.worst.rawValue),
        "findings": .array(
            findings.map { finding in
                [
                    "check": .string(finding.check), "verdict": .string(finding.grade.rawValue),
                    "found": .string(finding.found), "step": finding.step.map(JSON.string) ?? nil,
                ]
            }),
    ]
}

extension [Finding] {
    var worst: Finding.Grade { map(\.grade).max() ?? .ok }
}

extension Finding.Grade {
    /// What switches its colour on.
    fileprivate var ink: String {
        switch self {
        case .ok: "\u{1B}[32m"
        case .skipped: "\u{1B}[2m"
        case .note: "\u{1B}[36m"
        case .warning: "\u{1B}[33m"
        case .fault: "\u{1B}[1;31m"
        }
    }
}

/// Broken at blanks into lines of at most `width` characters, but for longer words.
private func wrapped(_ text: String, to width: Int) -> [String] {
    var lines = [""]
    for word in text.split(separator: " ") {
        let line = lines[lines.count - 1]
        if line.isEmpty {
            lines[lines.count - 1] = String(word)
        } else if line.count + 1 + word.count <= width {
            lines[lines.count - 1] = "\(line) \(word)"
        } else {
            lines.append(String(word))
        }
    }
    return lines
}

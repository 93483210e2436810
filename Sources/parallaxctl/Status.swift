import LinuxIO
import MotionWire

/// How long the daemon may take to answer, in seconds.
private let patience = 5.0

func status(_ options: Options) throws(Failure) {
    let reply = try answer(to: .status, options)
    var output = Output()
    if options.json {
        try output.write { $0.append(contentsOf: reply.line) }
    } else {
        try output.write(StatusReport(reply).text)
    }
    try output.flush()
}

/// Makes the present pose the neutral one; silent where that worked.
func recenter(_ options: Options) throws(Failure) {
    let reply = try answer(to: .recenter(everybody: true), options)
    guard options.json else { return }
    var output = Output()
    try output.write { $0.append(contentsOf: reply.line) }
    try output.flush()
}

private func answer(to command: Request.Command, _ options: Options) throws(Failure) -> JSON {
    var session = try Session(options, seconds: patience)
    try session.send(command)
    while true {
        switch try session.next() {
        case .line(let line):
            if case .reply(let reply) = try message(line) { return reply.json }
        case .drained: continue
        case .gone: throw .daemonGone
        case .stopped: throw Failure(.unavailable, "ended before the daemon answered")
        case .timeUp:
            throw Failure(.unavailable, "the daemon did not answer within \(fixed(patience, places: 0)) s")
        }
    }
}

/// The daemon's reply for people: what this version does not know is shown too.
struct StatusReport {
    private(set) var text = ""

    init(_ reply: JSON) {
        guard case .object(let members) = reply else { return }
        add(members.filter { !["type", "id", "ok"].contains($0.key) }, indent: "")
    }

    private mutating func add(_ members: [JSON.Member], indent: String) {
        let width = 2 + (members.map(\.key.count).max() ?? 0)
        for member in members {
            switch member.value {
            case .object(let inner):
                text += "\(indent)\(title(member.key)):\n"
                add(inner, indent: indent + "  ")
            case .array(let values) where values.contains(where: \.isObject):
                text += "\(indent)\(title(member.key)): \(values.count)\n"
                add(table: values, indent: indent + "  ")
            default:
                let key = padded(title(member.key) + ":", to: width)
                text += "\(indent)\(key)\(shown(member.value, of: member.key))\n"
            }
        }
    }

    /// A row for each object, a column for each key that one of them has.
    private mutating func add(table rows: [JSON], indent: String) {
        var keys: [String] = []
        for case .object(let members) in rows {
            for member in members where !keys.contains(member.key) { keys.append(member.key) }
        }
        var columns = keys.map { key in [title(key)] + rows.map { $0[key].map { shown($0, of: key) } ?? "-" }
        }
        for index in columns.indices {
            let width = columns[index].map(\.count).max() ?? 0
            columns[index] = columns[index].map { padded($0, to: width + 2) }
        }
        for row in 0...rows.count {
            let line = columns.map { $0[row] }.joined()
            text += indent + line.trimmingBlanks + "\n"
        }
    }
}

private func title(_ key: String) -> String { printable(key).replacing("_", with: " ") }

private func shown(_ value: JSON, of key: String) -> String {
    switch value {
    case .null: "none"
    case .bool(let value): value ? "yes" : "no"
    case .int, .double:
        value.number.map { key == "uptime" || key.hasSuffix("age") ? duration($0) : number($0) } ?? "none"
    case .string(let text): printable(text)
    case .array([]): "none"
    case .array(let values): values.map { shown($0, of: "") }.joined(separator: " ")
    case .object(let members):
        members.map { "\(title($0.key)) \(shown($0.value, of: $0.key))" }.joined(separator: ", ")
    }
}

/// At most two decimals: this is for reading.
private func number(_ value: Double) -> String {
    Int64(exactly: value).map(String.init) ?? fixed(value, places: 2)
}

/// Seconds in the two largest units that count.
private func duration(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds.magnitude < 1e12 else { return "?" }
    guard seconds >= 60 else { return fixed(seconds, places: 1) + " s" }
    let whole = Int64(seconds)
    if whole < 3600 { return "\(whole / 60) min \(whole % 60) s" }
    if whole < 86_400 { return "\(whole / 3600) h \(whole / 60 % 60) min" }
    return "\(whole / 86_400) d \(whole / 3600 % 24) h"
}

extension JSON {
    fileprivate var isObject: Bool {
        if case .object = self { true } else { false }
    }
}

extension String {
    fileprivate var trimmingBlanks: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}

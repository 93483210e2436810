import MotionCore
import MotionWire

/// A sensor of this machine and what is thought of it.
struct ListEntry: Hashable {
    var id: String
    var name: String
    /// Where it sits; nil where nothing tells.
    var label: String?
    var sensors: Set<Sensor>
    /// A sentence: why it was chosen or was not.
    var verdict: String
    var isChosen: Bool
}

func list(_ options: Options) throws(Failure) {
    let entries = try listedSensors()
    var output = Output()
    if options.json {
        for entry in entries { try output.write { $0.append(contentsOf: entry.json.line) } }
    } else {
        try output.write(listText(entries))
    }
    try output.flush()
}

/// The one place that asks for the machine's sensors.
private func listedSensors() throws(Failure) -> [ListEntry] {
    throw Failure(.unavailable, "this version cannot look for sensors yet")
}

func listText(_ entries: [ListEntry]) -> String {
    guard !entries.isEmpty else { return "This machine has no motion sensor.\n" }
    let rows = entries.map { entry in
        [entry.isChosen ? "*" : " ", entry.id, entry.name, entry.sensorNames.joined(separator: "+")]
            .map(printable) + [entry.label.map(printable) ?? "-"]
    }
    let widths = (0..<5).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return zip(entries, rows).map { entry, row in
        let cells = zip(row, widths).map { padded($0, to: $1) }.joined(separator: "  ")
        return "\(cells)  \(printable(entry.verdict))\n"
    }.joined()
}

extension ListEntry {
    fileprivate var sensorNames: [String] { Sensor.allCases.filter(sensors.contains).map(\.rawValue) }

    var json: JSON {
        [
            "id": .string(id), "name": .string(name), "label": label.map(JSON.string) ?? nil,
            "sensors": .array(sensorNames.map(JSON.string)), "chosen": .bool(isChosen),
            "verdict": .string(verdict),
        ]
    }
}

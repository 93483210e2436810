import LinuxIO
import MotionCore
import MotionWire
import Sensors

func list(_ options: Options) throws(Failure) {
    let nodes: [SensorNode]
    do throws(Errno) { nodes = try DeviceCatalog().nodes } catch {
        throw Failure(.unavailable, "the list of IIO devices cannot be had: \(error)")
    }
    let verdicts = Verdict.all(among: nodes)
    var output = Output()
    if options.json {
        for verdict in verdicts { try output.write { $0.append(contentsOf: verdict.json.line) } }
    } else {
        try output.write(listText(verdicts))
    }
    try output.flush()
}

func listText(_ verdicts: [Verdict]) -> String {
    guard !verdicts.isEmpty else { return "This machine has no motion sensor.\n" }
    let rows = verdicts.map { verdict in
        let node = verdict.node
        let place = node.label.isEmpty ? node.part?.rawValue ?? "-" : node.label
        return [
            verdict.isChosen ? "*" : " ", node.id, node.name, verdict.sensorNames.joined(separator: "+"),
            place,
        ].map(printable)
    }
    let widths = (0..<5).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return zip(verdicts, rows).map { verdict, row in
        let cells = zip(row, widths).map { padded($0, to: $1) }.joined(separator: "  ")
        return "\(cells)  \(printable(verdict.sentence))\n"
    }.joined()
}

extension Verdict {
    fileprivate var sensorNames: [String] { Sensor.allCases.filter(node.sensors.contains).map(\.rawValue) }

    var json: JSON {
        .device(
            id: node.id, name: node.name, label: node.label, part: node.part?.rawValue, path: node.path,
            sensors: node.sensors, isChosen: isChosen, verdict: sentence)
    }
}

import MotionCore

/// What becomes of one device when the daemon chooses by itself, with a sentence that says why.
package struct Verdict: Hashable, Sendable {
    package let node: SensorNode
    package let isChosen: Bool
    package let sentence: String

    /// One for each of `nodes`.
    package static func all(among nodes: [SensorNode]) -> [Verdict] {
        let pair: SensorPair?
        do throws(SelectionFailure) { pair = try select(.auto, gyro: .auto, among: nodes) } catch {
            pair = nil
        }
        return nodes.map { Verdict($0, given: pair) }
    }

    private init(_ node: SensorNode, given pair: SensorPair?) {
        self.node = node
        isChosen = node.id == pair?.accel.id || node.id == pair?.gyro?.id
        if let pair, node.id == pair.accel.id {
            sentence = "chosen: \(pair.reason)"
        } else if let pair, isChosen {
            sentence = "chosen: the gyroscope nearest to \(pair.accel.title)"
        } else if let lack = node.lack {
            sentence = "left out: \(lack)"
        } else if let part = node.part, part != .display {
            sentence = "left out: it sits in the \(part.rawValue); --device \(node.id) takes it anyway"
        } else if !node.sensors.contains(.accel) {
            sentence =
                pair?.gyro == nil
                ? "left out: a gyroscope without an accelerometer that it belongs to"
                : "left out: another gyroscope is nearer to the accelerometer; --gyro \(node.id) takes it"
        } else if let pair, pair.accel.part == .display, node.part == nil {
            sentence = "left out: \(pair.accel.title) sits in the display"
        } else {
            sentence = "left out: one as good comes first; --device \(node.id) takes it"
        }
    }
}

extension SensorNode {
    /// Why it is no motion sensor; nil for one that is.
    fileprivate var lack: String? {
        guard sensors.isEmpty else { return nil }
        let some = Sensor.allCases.filter { axisCounts[$0, default: 0] > 0 }
        guard !some.isEmpty else { return "neither an accelerometer nor a gyroscope" }
        let counts = some.map { sensor in
            "\(axisCounts[sensor, default: 0]) of the 3 axes of "
                + (sensor == .accel ? "an accelerometer" : "a gyroscope")
        }
        return "only " + counts.joined(separator: " and ")
    }
}

package import MotionCore

/// One update on the wire.
package struct Frame: Hashable, Sendable {
    /// Counts the daemon's ticks: what was skipped shows.
    package var sequence: Int64
    /// The moment the pose is for.
    package var time: Timestamp
    package var offset: ViewerOffset
    package var tilt: Tilt

    package init(sequence: Int64, time: Timestamp, offset: ViewerOffset, tilt: Tilt) {
        self.sequence = sequence
        self.time = time
        self.offset = offset
        self.tilt = tilt
    }

    /// The frame as a JSON line of less than 160 bytes.
    package func append(to bytes: inout [UInt8]) {
        bytes.append("{\"type\":\"tilt\",\"seq\":")
        bytes.append(decimal: sequence)
        bytes.append(",\"t\":")
        bytes.append(decimal: time.microseconds)
        bytes.append(",\"x\":")
        bytes.append(offset.x, places: 4)
        bytes.append(",\"y\":")
        bytes.append(offset.y, places: 4)
        bytes.append(",\"pitch\":")
        bytes.append(tilt.pitch, places: 4)
        bytes.append(",\"roll\":")
        bytes.append(tilt.roll, places: 4)
        bytes.append("}\n")
    }

    init?(_ json: JSON) {
        guard let sequence = json["seq"]?.int, let time = json.time, let x = json["x"]?.number,
            let y = json["y"]?.number, let pitch = json["pitch"]?.number, let roll = json["roll"]?.number
        else { return nil }
        self.init(
            sequence: sequence, time: time, offset: ViewerOffset(x: x, y: y),
            tilt: Tilt(pitch: pitch, roll: roll))
    }
}

extension Scan {
    /// The scan as a JSON line, sensor axes.
    package func append(to bytes: inout [UInt8]) {
        bytes.append("{\"type\":\"sample\",\"sensor\":\"")
        bytes.append(sensor.rawValue)
        bytes.append("\",\"t\":")
        bytes.append(decimal: max(0, time.microseconds))
        bytes.append(",\"v\":[")
        bytes.append(value.x, places: 6)
        bytes.append(",")
        bytes.append(value.y, places: 6)
        bytes.append(",")
        bytes.append(value.z, places: 6)
        bytes.append("]}\n")
    }

    init?(_ json: JSON) {
        guard let sensor = json["sensor"]?.string.flatMap(Sensor.init), let time = json.time,
            let values = json["v"]?.array?.compactMap(\.number), values.count == 3
        else { return nil }
        self.init(
            sensor: sensor, time: time, value: Vector3(values[0], values[1], values[2]))
    }
}

extension JSON {
    fileprivate var time: Timestamp? { self["t"]?.int.flatMap(Timestamp.init(untrustedMicroseconds:)) }
}

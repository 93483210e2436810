package import MotionCore

/// One update on the wire.
package struct Frame: Hashable, Sendable {
    /// Counts the daemon's ticks: what was skipped shows.
    package var sequence: Int64
    /// The moment the pose is for.
    package var time: Timestamp
    package var offset: ViewerOffset
    package var tilt: Tilt
    /// What only some clients ask for.
    package var detail: Detail?

    package struct Detail: Hashable, Sendable {
        /// Device axes → earth axes, or the picture's where that was asked for.
        package var attitude: Quaternion
        /// In g, device axes.
        package var userAcceleration: Vector3
        /// In rad/s, device axes.
        package var rotationRate: Vector3
        /// Of the offset, in 1/s.
        package var velocity: ViewerOffset

        /// Of a motion, with the velocity that its offset has.
        package init(_ motion: Motion, velocity: ViewerOffset) {
            attitude = motion.attitude
            userAcceleration = motion.userAcceleration / .gravity
            rotationRate = motion.rotationRate
            self.velocity = velocity
        }

        /// Of one with all the fields that it needs.
        fileprivate init?(_ json: JSON) {
            guard let q = json.numbers("q", 4), let acceleration = json.numbers("accel", 3),
                let rate = json.numbers("gyro", 3), let vx = json["vx"]?.number, let vy = json["vy"]?.number
            else { return nil }
            attitude = Quaternion(w: q[0], x: q[1], y: q[2], z: q[3]).normalized
            userAcceleration = Vector3(acceleration[0], acceleration[1], acceleration[2])
            rotationRate = Vector3(rate[0], rate[1], rate[2])
            velocity = ViewerOffset(x: vx, y: vy)
        }

        /// In g: where down is.
        package var gravity: Vector3 { -attitude.up }
    }

    package init(
        sequence: Int64, time: Timestamp, offset: ViewerOffset, tilt: Tilt, detail: Detail? = nil
    ) {
        self.sequence = sequence
        self.time = time
        self.offset = offset
        self.tilt = tilt
        self.detail = detail
    }

    init?(_ json: JSON) {
        // Only some of the fields may have been asked for.
        let numbers = ["x", "y", "pitch", "roll"].compactMap { (json[$0] ?? 0).number }
        guard let sequence = json["seq"]?.int, let time = json.time, numbers.count == 4 else { return nil }
        self.init(
            sequence: sequence, time: time, offset: ViewerOffset(x: numbers[0], y: numbers[1]),
            tilt: Tilt(pitch: numbers[2], roll: numbers[3]), detail: Detail(json))
    }
}

extension Frame {
    /// The frame as a client with this view gets it.
    package func encoded(for view: View) -> [UInt8] {
        var bytes: [UInt8] = []
        if view.format == .binary {
            appendBinary(to: &bytes)
        } else {
            append(view.fields, to: &bytes)
        }
        return bytes
    }

    /// The frame as a JSON line; of less than 160 bytes with the fields that come unasked.
    package func append(_ fields: [View.Field] = [.x, .y, .pitch, .roll], to bytes: inout [UInt8]) {
        bytes.append("{\"type\":\"tilt\",\"seq\":")
        bytes.append(decimal: sequence)
        bytes.append(",\"t\":")
        bytes.append(decimal: time.microseconds)
        for field in fields { append(field, to: &bytes) }
        bytes.append("}\n")
    }

    private func append(_ field: View.Field, to bytes: inout [UInt8]) {
        switch field {
        case .x: bytes.append(",\"x\":", offset.x)
        case .y: bytes.append(",\"y\":", offset.y)
        case .pitch: bytes.append(",\"pitch\":", tilt.pitch)
        case .roll: bytes.append(",\"roll\":", tilt.roll)
        case .q:
            guard let q = detail?.attitude else { return }
            bytes.append(",\"q\":[", [q.w, q.x, q.y, q.z])
        case .gravity: bytes.append(",\"gravity\":[", detail?.gravity)
        case .accel: bytes.append(",\"accel\":[", detail?.userAcceleration)
        case .gyro: bytes.append(",\"gyro\":[", detail?.rotationRate)
        case .vx: bytes.append(",\"vx\":", detail?.velocity.x ?? 0)
        case .vy: bytes.append(",\"vy\":", detail?.velocity.y ?? 0)
        }
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ key: StaticString, _ value: Double) {
        append(key)
        append(value, places: 4)
    }

    fileprivate mutating func append(_ key: StaticString, _ vector: Vector3?) {
        guard let vector else { return }
        append(key, [vector.x, vector.y, vector.z])
    }

    /// `key` opens the array.
    fileprivate mutating func append(_ key: StaticString, _ values: [Double]) {
        append(key)
        for (index, value) in values.enumerated() {
            if index > 0 { append(",") }
            append(value, places: 5)
        }
        append("]")
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
            let values = json.numbers("v", 3)
        else { return nil }
        self.init(
            sensor: sensor, time: time, value: Vector3(values[0], values[1], values[2]))
    }
}

extension JSON {
    fileprivate func numbers(_ key: String, _ count: Int) -> [Double]? {
        guard let elements = self[key]?.array, elements.count == count else { return nil }
        let numbers = elements.compactMap(\.number)
        return numbers.count == count ? numbers : nil
    }

    fileprivate var time: Timestamp? { self["t"]?.int.flatMap(Timestamp.init(untrustedMicroseconds:)) }
}

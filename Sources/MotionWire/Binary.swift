import MotionCore

extension Frame {
    /// Bytes of a binary frame.
    package static let binarySize = 32

    /// Little-endian: "PLX1", u32 seq, u64 t in µs, f32 x, y, pitch, roll.
    package func appendBinary(to bytes: inout [UInt8]) {
        bytes.append("PLX1")
        bytes.append(UInt32(truncatingIfNeeded: sequence))
        bytes.append(UInt64(bitPattern: time.microseconds))
        for value in [offset.x, offset.y, tilt.pitch, tilt.roll] { bytes.append(Float(value)) }
    }
}

/// The newest frame in memory that is shared with clients.
package struct SharedFrame: Hashable, Sendable {
    /// Bytes of the memory, the lock in front included.
    package static let size = 128

    package var frame: Frame?
    package var state: Health.State

    package init(_ frame: Frame?, state: Health.State) {
        self.frame = frame
        self.state = state
    }

    /// What stands behind the lock: "PLXM", u32 size, u32 state, u64 seq, u64 t in µs, and as f32 x, y, vx,
    /// vy, pitch, roll, q, gravity, accel, gyro. Without a pose all behind the state is zero.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append("PLXM")
        bytes.append(UInt32(SharedFrame.size))
        bytes.append(state.number)
        if let frame {
            bytes.append(UInt64(bitPattern: frame.sequence))
            bytes.append(UInt64(bitPattern: frame.time.microseconds))
            for value in frame.numbers { bytes.append(Float(value)) }
        }
        bytes.append(contentsOf: repeatElement(0, count: SharedFrame.size - 4 - bytes.count))
        return bytes
    }
}

extension Frame {
    fileprivate var numbers: [Double] {
        var numbers = [offset.x, offset.y, detail?.velocity.x ?? 0, detail?.velocity.y ?? 0]
        numbers += [tilt.pitch, tilt.roll]
        guard let detail else { return numbers }
        let q = detail.attitude
        numbers += [q.w, q.x, q.y, q.z]
        for vector in [detail.gravity, detail.userAcceleration, detail.rotationRate] {
            numbers += [vector.x, vector.y, vector.z]
        }
        return numbers
    }
}

extension Health.State {
    /// As shared memory tells it.
    var number: UInt32 {
        switch self {
        case .ok: 0
        case .noDevice: 1
        case .busy: 2
        case .stale: 3
        case .suspended: 4
        }
    }
}

extension JSON {
    /// A line, without its line feed, for a client that gets binary frames: "PLXJ", u32 length, the line,
    /// zeros up to a multiple of 8.
    package static func binary(line: ArraySlice<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append("PLXJ")
        bytes.append(UInt32(line.count))
        bytes += line
        bytes.append(contentsOf: repeatElement(0, count: (8 - bytes.count % 8) % 8))
        return bytes
    }
}

extension [UInt8] {
    private mutating func append(littleEndian value: some FixedWidthInteger) {
        for shift in stride(from: 0, to: value.bitWidth, by: 8) {
            append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }

    fileprivate mutating func append(_ value: UInt32) { append(littleEndian: value) }

    fileprivate mutating func append(_ value: UInt64) { append(littleEndian: value) }

    fileprivate mutating func append(_ value: Float) { append(littleEndian: value.bitPattern) }
}

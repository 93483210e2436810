import Glibc
import MotionCore

/// A recording with a reference attitude, as shared/data/imu/README.md describes it.
struct Recording {
    struct Reference {
        var time: Timestamp
        var attitude: Quaternion
        /// Valid and meant for the error.
        var counts: Bool
    }

    var gyroscope: [Sample] = []
    var accelerometer: [Sample] = []
    var reference: [Reference] = []

    init() {}

    /// Nil where the bytes are not such a recording.
    init?(_ bytes: [UInt8]) {
        var reader = Reader(bytes: bytes)
        guard bytes.starts(with: Array("IMUREC1\n".utf8)), bytes.count >= 64 else { return nil }
        reader.place = 8
        let counts = (0..<4).map { _ in Int(reader.next(UInt32.self)) }
        let scales = (0..<5).map { _ in Double(bitPattern: reader.next(UInt64.self)) }
        guard bytes.count == 64 + 10 * counts[0] + 10 * counts[1] + 14 * counts[2] else { return nil }

        gyroscope = (0..<counts[0]).map { _ in reader.sample(.gyro, scale: scales[0]) }
        accelerometer = (0..<counts[1]).map { _ in reader.sample(.accel, scale: scales[1]) }
        reference = (0..<counts[2]).map { _ in
            let time = Timestamp(microseconds: Int64(reader.next(UInt32.self)))
            let q = (0..<4).map { _ in Double(reader.next(Int16.self)) }
            let attitude = Quaternion(w: q[0], x: q[1], y: q[2], z: q[3]).normalized
            return Reference(time: time, attitude: attitude, counts: reader.next(UInt16.self) & 3 == 3)
        }
    }
}

private struct Reader {
    let bytes: [UInt8]
    var place = 0

    mutating func next<T: FixedWidthInteger>(_: T.Type) -> T {
        defer { place += T.bitWidth / 8 }
        var value: T = 0
        for byte in bytes[place..<place + T.bitWidth / 8].reversed() {
            value = value << 8 | T(truncatingIfNeeded: byte)
        }
        return value
    }

    mutating func sample(_ sensor: Sensor, scale: Double) -> Sample {
        let time = Timestamp(microseconds: Int64(next(UInt32.self)))
        let counts = (0..<3).map { _ in Double(next(Int16.self)) }
        return Sample(
            sensor: sensor, time: time, value: Vector3(counts[0], counts[1], counts[2]) * scale)
    }
}

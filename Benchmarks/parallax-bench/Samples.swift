import Glibc
import MotionCore

/// Samples as table.py hands them over: rows of five doubles, which are 0 for the gyroscope or 1 for the
/// accelerometer, a time in ns and three values. Nil where it is anything else.
func samples(in bytes: [UInt8]) -> [Sample]? {
    guard bytes.count % 40 == 0 else { return nil }
    let numbers = stride(from: 0, to: bytes.count, by: 8).map { place in
        var bits: UInt64 = 0
        for byte in bytes[place..<place + 8].reversed() { bits = bits << 8 | UInt64(byte) }
        return Double(bitPattern: bits)
    }
    return stride(from: 0, to: numbers.count, by: 5).map { place in
        let row = numbers[place..<place + 5].map(\.self)
        let sensor: Sensor = row[0] == 0 ? .gyro : .accel
        let time = Timestamp(nanoseconds: Int64(row[1]))
        return Sample(sensor: sensor, time: time, value: Vector3(row[2], row[3], row[4]))
    }
}

/// Whether all of `numbers` came to be in the file.
func writeFile(_ path: String, _ numbers: [Double]) -> Bool {
    guard let file = unsafe fopen(path, "wb") else { return false }
    let count = unsafe fwrite(numbers, 8, numbers.count, file)
    return unsafe fclose(file) == 0 && count == numbers.count
}

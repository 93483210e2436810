import CIIOShim
import Fusion
import MotionCore
import Plausibility
import Sensors

/// What a driver says of its record: a line `INDEX TYPE [SCALE [OFFSET]]` for each element, first those of
/// the accelerometer's axes, then of the gyroscope's, then the timestamp's; an empty line; records.
func checkDecoding(_ input: [UInt8]) {
    let end = input.indices.first { input[$0...].starts(with: "\n\n".utf8) } ?? input.count
    let described = input[..<end].split(separator: UInt8(ascii: "\n")).prefix(64)
        .compactMap { Described(String(decoding: $0, as: UTF8.self)) }
    var elements = described.map(\.element)
    let size = plx_layout(&elements, elements.count)
    checkLayout(of: elements, size)

    var scans = ScanPath(described)
    let records = input.dropFirst(end + 2)
    for number in 0..<(size == 0 ? 0 : min(64, records.count / size)) {
        let record = Array(records.dropFirst(number * size).prefix(size))
        for element in elements { checkValue(element, in: record) }
        scans.take(record, elements)
    }
}

/// A line of the description.
private struct Described {
    var element: plx_element
    var scale: Double, offset: Double

    init?(_ line: String) {
        let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        var format = plx_format()
        guard words.count >= 2, let index = UInt32(words[0]), plx_format_parse(words[1], &format) == 0
        else { return nil }
        checkFormat(format)
        element = plx_element(index: index, offset: .max, format: format)
        scale = words.count > 2 ? number(words[2]) ?? 1 : 1
        offset = words.count > 3 ? number(words[3]) ?? 0 : 0
    }
}

private func number(_ text: String) -> Double? {
    var number = 0.0
    return plx_number_parse(text, nil, &number) ? number : nil
}

private func checkFormat(_ format: plx_format) {
    precondition([8, 16, 32, 64].contains(format.storage_bits), "a whole number of bytes is stored")
    precondition((1...format.storage_bits).contains(format.bits), "what counts is stored")
    precondition(format.shift < format.storage_bits && format.repeat >= 1, "there is a value")
    let ends = "\(format.is_big_endian != 0 ? "be" : "le"):\(format.is_signed != 0 ? "s" : "u")"
    let text = "\(ends)\(format.bits)/\(format.storage_bits)X\(format.repeat)>>\(format.shift)"
    var again = plx_format()
    precondition(plx_format_parse(text, &again) == 0, "\(text) is a format")
    precondition(
        again.bits == format.bits && again.storage_bits == format.storage_bits
            && again.shift == format.shift && again.repeat == format.repeat
            && again.is_signed == format.is_signed && again.is_big_endian == format.is_big_endian,
        "\(text) says what the first text said")
}

private func checkLayout(of elements: [plx_element], _ size: Int) {
    var end = 0, largest = 1
    for (index, element) in elements.enumerated() {
        let length = Int(element.format.storage_bits) / 8 * Int(element.format.repeat)
        let start = Int(element.offset)
        precondition(index == 0 || elements[index - 1].index <= element.index, "they stand in order")
        precondition(start % length == 0, "each starts at a multiple of its size")
        precondition((0..<length).contains(start - end), "none overlaps or leaves room unused")
        end = start + length
        largest = max(largest, length)
    }
    precondition(size % largest == 0 && (0..<largest).contains(size - end), "it is padded, and no more")
}

/// Where nothing but the element can be read.
private func bytes(of element: plx_element, in record: [UInt8]) -> [UInt8] {
    Array(record[Int(element.offset)...].prefix(Int(element.format.storage_bits) / 8))
}

/// The bits that count, one by one.
private func value(of format: plx_format, in bytes: [UInt8]) -> Int64 {
    let little = format.is_big_endian != 0 ? bytes.reversed() : bytes
    var value: Int64 = 0
    for bit in 0..<Int(format.bits) {
        let place = bit + Int(format.shift)
        guard place < little.count * 8, little[place / 8] >> (place % 8) & 1 == 1 else { continue }
        let isSign = format.is_signed != 0 && bit == Int(format.bits) - 1
        let weight = Int64(bitPattern: 1 << UInt64(bit))
        value = isSign ? value &- weight : value &+ weight
    }
    return value
}

private func checkValue(_ element: plx_element, in record: [UInt8]) {
    let format = element.format, stored = bytes(of: element, in: record)
    let found = plx_decode(format, stored)
    precondition(found == value(of: format, in: stored), "\(found) is not what \(stored) holds")
    var axis = plx_axis()
    plx_axis_limit(&axis, format)
    guard format.bits < 64 else { return }
    precondition((axis.lowest...axis.highest).contains(found), "\(found) is outside its type")
    let count = axis.highest - axis.lowest
    precondition(count == (1 << Int64(format.bits)) &- 1, "the ends are as far apart as the bits say")
    precondition((axis.lowest < 0) == (format.is_signed != 0), "only what is signed goes below zero")
}

/// From records to motion.
private struct ScanPath {
    private let described: [Described]
    private var clock: ScanClock
    private var arrival: Int64 = 1_000_000_000
    private var newest = Int64.min
    private var motion: MotionPath

    init(_ described: [Described]) {
        self.described = described
        clock = ScanClock(isKnown: true, rate: described.last?.scale ?? 0)
        motion = MotionPath(described.count >= 6 ? [.accel, .gyro] : [.accel])
    }

    mutating func take(_ record: [UInt8], _ elements: [plx_element]) {
        func raw(_ place: Int) -> Int64 {
            let index = described[place].element.index
            guard let element = elements.first(where: { $0.index == index }) else { return 0 }
            return plx_decode(element.format, bytes(of: element, in: record))
        }
        arrival += 10_000_000
        let stamp = ScanClock.Stamp(kernel: described.count >= 7 ? raw(6) : 0, arrival: arrival)
        for time in clock.times(of: [stamp, ScanClock.Stamp(kernel: arrival, arrival: arrival)]) {
            precondition(time > newest, "times go on")
            precondition(time <= arrival + 2_000_100, "none is later than it arrived, but for slack")
            newest = time
        }
        for (index, sensor) in [Sensor.accel, .gyro].enumerated() where described.count >= 3 * index + 3 {
            let axes = described[3 * index..<3 * index + 3]
            let values = (0..<3).map { Double(raw(3 * index + $0)) }
            guard let value = checkedScan(index, Array(axes), values) else { continue }
            motion.take(
                Scan(sensor: sensor, time: Timestamp(nanoseconds: newest), value: value), SensorAxes())
        }
    }

    /// Nil where the values say that there is none.
    private func checkedScan(_ index: Int, _ described: [Described], _ raw: [Double]) -> Vector3? {
        let axes = described.map { axis in
            var made = plx_axis()
            plx_axis_limit(&made, axis.element.format)
            made.scale = axis.scale
            made.offset = axis.offset
            return made
        }
        var scan = plx_scan()
        plx_scan_set(&scan, UInt32(index), axes, raw)
        let (x, y, z) = index == 0 ? scan.accel : scan.gyro
        let isMarker = zip(axes, raw).allSatisfy { $0.lowest < 0 && $1 <= Double($0.lowest) }
        let mask = index == 0 ? PLX_ACCEL.rawValue : PLX_GYRO.rawValue
        precondition(scan.sensors == (isMarker ? 0 : mask), "a marker is no scan")
        precondition(scan.saturated == 0 || scan.saturated == scan.sensors, "what is not there has no end")
        let wanted = zip(axes, raw).map { isMarker ? 0 : ($1 + $0.offset) * $0.scale }
        precondition([x, y, z] == wanted, "\([x, y, z]) should be \(wanted)")
        return isMarker ? nil : Vector3(x, y, z)
    }
}

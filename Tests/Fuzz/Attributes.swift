import CIIOShim
import MotionCore
import Plausibility
import Sensors

/// A wanted rate on the first line, texts of attributes on the others.
func checkAttributes(_ input: [UInt8]) {
    // The shim ends a text at a NUL.
    let text = String(decoding: input.prefix { $0 != 0 }, as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let wanted = min(max(lines.first.flatMap(Double.init) ?? 100, 0.1), 10_000)
    for line in lines {
        checkNumber(line)
        checkMatrix(line)
        // As long as an attribute that is read can be.
        if line.utf8.count < PLX_VALUE_SIZE { checkRate(wanted.isNaN ? 100 : wanted, among: line) }
    }
}

private func checkNumber(_ text: String) {
    text.withCString { start in
        var end: UnsafePointer<CChar>? = nil
        var number = 0.0
        guard plx_number_parse(start, &end, &number), let end else { return }
        precondition(number.isFinite, "\(number) is no number")
        let length = end - start
        precondition(length > 0 && length <= text.utf8.count, "it ends where it begins, or beyond the text")
        let used = String(decoding: text.utf8.prefix(length), as: UTF8.self)
        let word = used.drop { " \t\n\u{B}\u{C}\r".contains($0) || $0 == "\r\n" }
        precondition(Double(word) == number, "\"\(used)\" is not \(number)")
        checkClock(rate: number)
    }
}

/// What a device names as its rate may be any number.
private func checkClock(rate: Double) {
    var clock = ScanClock(isKnown: false, rate: rate)
    let stamp = ScanClock.Stamp(kernel: 0, arrival: 1_000_000_000_000)
    let times = clock.times(of: [stamp, stamp, stamp]) + clock.times(of: [stamp, stamp])
    precondition(zip(times, times.dropFirst()).allSatisfy { $0 < $1 }, "times go on")
}

private func checkMatrix(_ text: String) {
    guard let matrix = MountMatrix(text) else { return }
    for convention in [MountMatrix.Convention.chip, .hub] {
        let rotation = matrix.rotation(for: convention)
        precondition(Rotation(elements: rotation.elements) != nil, "\(text) gives no rotation")
        let vector = Vector3(1, -2, 3)
        precondition(abs(rotation.rotate(vector).length / vector.length - 1) < 1e-9, "it changes lengths")
        let rows = [rotation.x, rotation.y, rotation.z].map { "\($0.x), \($0.y), \($0.z)" }
        let again = MountMatrix(rows.joined(separator: "; "))?.rotation(for: .hub)
        precondition(
            again.map { ($0.x - rotation.x).length < 1e-9 && ($0.y - rotation.y).length < 1e-9 } == true,
            "\(rows) does not mean what \(text) means")
    }
}

private func checkRate(_ wanted: Double, among offered: String) {
    var text = [CChar](repeating: 0x7F, count: Int(PLX_VALUE_SIZE))
    let rate = plx_rate_choose(offered, wanted, &text)
    let end = text.firstIndex(of: 0)
    guard let end else { preconditionFailure("the rate's text has no end") }
    let written = String(decoding: text[..<end].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    precondition(rate > 0, "\(rate) is no rate")
    var parsed = 0.0
    precondition(plx_number_parse(written, nil, &parsed), "\"\(written)\" is no number")
    precondition(parsed > 0 && abs(parsed - rate) <= 1e-6 + 1e-9 * rate, "\"\(written)\" is not \(rate)")
    // Of plain lists a simpler reader can say which one it must be.
    let words = offered.split(separator: " ").map { Double($0) }
    let rates = words.compactMap { $0 }.filter { (1e-6...1e9).contains($0) }
    guard rates.count == words.count, let largest = rates.max() else { return }
    precondition(rate == rates.filter { $0 >= wanted }.min() ?? largest, "\(rate) is the wrong one")
    precondition(offered.split(separator: " ").contains { $0 == written }, "\(written) is not the driver's")
}

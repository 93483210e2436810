import LinuxIO
import MotionWire

/// Standard output, in blocks.
struct Output {
    private static let block = 65_536
    private var waiting: [UInt8] = []

    mutating func write(_ text: String) throws(Failure) {
        try write { $0.append(text) }
    }

    mutating func write(_ fill: (inout [UInt8]) -> Void) throws(Failure) {
        fill(&waiting)
        if waiting.count >= Output.block { try flush() }
    }

    mutating func flush() throws(Failure) {
        do throws(Errno) { try writeOutput(waiting) } catch { throw Failure(output: error) }
        waiting.removeAll(keepingCapacity: true)
    }
}

/// `text` with blanks after it, up to `width` characters.
func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
}

/// A number with so many decimals and blanks before it, up to `width` characters.
func fixed(_ value: Double, places: Int, width: Int = 0) -> String {
    var bytes: [UInt8] = []
    bytes.append(value, places: places)
    return String(repeating: " ", count: max(0, width - bytes.count)) + String(decoding: bytes, as: UTF8.self)
}

func degrees(_ radians: Double) -> Double { radians * 180 / .pi }

/// What others wrote, without what a terminal would take for a command.
func printable(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
        let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
        result.unicodeScalars.append(isControl ? "?" : scalar)
    }
    return result
}

/// A state and its reason as a sentence's part.
func described(_ health: Health) -> String {
    health.state.rawValue + (health.reason.map { ": " + printable($0) } ?? "")
}

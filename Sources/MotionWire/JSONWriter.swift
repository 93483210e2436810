extension JSON {
    /// The value on one line, with a line feed.
    package var line: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(self)
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }
}

extension [UInt8] {
    package mutating func append(_ value: JSON) {
        switch value {
        case .null: append("null")
        case .bool(let value): append(value ? "true" : "false")
        case .int(let value): append(String(value))
        // JSON has no words for infinity and "not a number".
        case .double(let value): append(value.isFinite ? value.description : "null")
        case .string(let value): append(quoted: value)
        case .array(let values):
            append(list: values, "[", "]") { $0.append($1) }
        case .object(let members):
            append(list: members, "{", "}") {
                $0.append(quoted: $1.key)
                $0.append(":")
                $0.append($1.value)
            }
        }
    }

    private mutating func append<Item>(
        list: [Item], _ open: StaticString, _ close: StaticString, _ each: (inout [UInt8], Item) -> Void
    ) {
        append(open)
        for (index, element) in list.enumerated() {
            if index > 0 { append(",") }
            each(&self, element)
        }
        append(close)
    }

    package mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { unsafe append(contentsOf: $0) }
    }

    package mutating func append(_ text: String) { append(contentsOf: text.utf8) }

    private mutating func append(quoted text: String) {
        append("\"")
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                append(UInt8(ascii: "\\"))
                append(byte)
            case UInt8(ascii: "\n"): append("\\n")
            case 0..<0x20:
                append("\\u00")
                append(byte < 16 ? "0" : "1")
                append(String(byte % 16, radix: 16))
            default: append(byte)
            }
        }
        append("\"")
    }

    /// `value` with `places` decimals, without an exponent; null where it is not finite or beyond ±10¹².
    package mutating func append(_ value: Double, places: Int) {
        guard value.isFinite, value.magnitude < 1e12 else { return append("null") }
        var power: Int64 = 1
        for _ in 0..<places { power *= 10 }
        let scaled = Int64((value.magnitude * Double(power)).rounded())
        if value < 0, scaled > 0 { append(UInt8(ascii: "-")) }
        append(decimal: scaled / power, digits: 1)
        guard places > 0 else { return }
        append(UInt8(ascii: "."))
        append(decimal: scaled % power, digits: places)
    }

    /// A count in decimal, with leading zeros up to `digits`.
    package mutating func append(decimal value: Int64, digits: Int = 1) {
        precondition(value >= 0, "a count is not negative")
        let start = count
        var rest = value
        repeat {
            append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        } while rest > 0 || count - start < digits
        self[start...].reverse()
    }
}

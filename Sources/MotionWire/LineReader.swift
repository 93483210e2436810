/// Cuts a stream of bytes into lines.
///
/// CR before the line feed, empty lines and a byte order mark at the start are passed over.
package struct LineReader: Sendable {
    /// A line longer than the limit; nothing after it can be read.
    package struct TooLong: Error, Hashable {}

    private let limit: Int
    private var bytes: [UInt8] = []
    private var start = 0
    private var isFirst = true

    /// `limit`: the most bytes of a line with its line feed.
    package init(limit: Int) { self.limit = limit }

    package mutating func append(_ arrived: some Collection<UInt8>) {
        // What was read is given back: there is one reader for each of many clients.
        if start == bytes.count { bytes = [] } else { bytes.removeFirst(start) }
        start = 0
        bytes.append(contentsOf: arrived)
    }

    /// The next whole line; nil until more arrived.
    package mutating func next() throws(TooLong) -> ArraySlice<UInt8>? {
        while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
            guard end - start < limit else { throw TooLong() }
            let line = content(of: bytes[start..<end])
            start = end + 1
            if !line.isEmpty { return line }
        }
        guard bytes.count - start < limit else { throw TooLong() }
        return nil
    }

    /// What stands after the last line feed, when no more will arrive; nil where that is nothing.
    package mutating func rest() -> ArraySlice<UInt8>? {
        let line = content(of: bytes[start...])
        start = bytes.count
        return line.isEmpty ? nil : line
    }

    private mutating func content(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        defer { isFirst = false }
        var line = line
        if isFirst, line.starts(with: [0xEF, 0xBB, 0xBF]) { line = line.dropFirst(3) }
        return line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    }
}

import Testing

@testable import MotionWire

@Suite struct LineReaderTests {
    private func lines(_ chunks: [[UInt8]], limit: Int = 16) throws -> [String] {
        var reader = LineReader(limit: limit)
        var lines: [String] = []
        for chunk in chunks {
            reader.append(chunk)
            while let line = try reader.next() { lines.append(String(decoding: line, as: UTF8.self)) }
        }
        if let rest = reader.rest() { lines.append("rest " + String(decoding: rest, as: UTF8.self)) }
        return lines
    }

    private func lines(_ text: String) throws -> [String] { try lines([Array(text.utf8)]) }

    @Test func `lines end with a line feed, or with that and a carriage return before`() throws {
        #expect(try lines("one\ntwo\r\nthree\n") == ["one", "two", "three"])
    }

    @Test func `empty lines are passed over`() throws {
        #expect(try lines("\n\r\n\none\n\n") == ["one"])
    }

    @Test func `a byte order mark counts at the start only`() throws {
        #expect(try lines("\u{FEFF}one\n\u{FEFF}two\n") == ["one", "\u{FEFF}two"])
        #expect(try lines("\u{FEFF}\none\n") == ["one"])
        #expect(try lines("\n\u{FEFF}one\n") == ["\u{FEFF}one"])
    }

    @Test func `one carriage return goes, others stay`() throws {
        #expect(try lines("a\rb\r\r\n") == ["a\rb\r"])
    }

    @Test func `the unfinished last line can be had`() throws {
        #expect(try lines("one\ntwo") == ["one", "rest two"])
        #expect(try lines("one\n\r") == ["one"])
    }

    @Test func `any split of a stream gives the same lines`() throws {
        let stream = Array("\u{FEFF}{\"a\":1}\r\n\n\r\nzwölf\r\n\rx\nlast".utf8)
        let whole = try lines([stream])
        #expect(whole == ["{\"a\":1}", "zwölf", "\rx", "rest last"])
        for first in 0...stream.count {
            for second in first...stream.count {
                let chunks = [stream[..<first], stream[first..<second], stream[second...]].map(Array.init)
                #expect(try lines(chunks) == whole, "split at \(first) and \(second)")
            }
        }
        #expect(try lines(stream.map { [$0] }) == whole)
    }

    @Test func `the limit counts the line feed`() throws {
        let longest = [UInt8](repeating: UInt8(ascii: "x"), count: 15)
        #expect(try lines([longest + [0x0A], longest + [0x0A]]).map(\.count) == [15, 15])
        #expect(throws: LineReader.TooLong.self) { try lines([longest + [0x78, 0x0A]]) }
    }

    @Test func `a line without an end is not waited for`() {
        #expect(throws: LineReader.TooLong.self) { try lines([Array(repeating: 0x78, count: 16)]) }
    }

    @Test func `the lines before one that is too long are read`() throws {
        var reader = LineReader(limit: 8)
        reader.append(Array("one\ntwo\nmuch too long".utf8))
        #expect(try reader.next().map(Array.init) == Array("one".utf8))
        #expect(try reader.next().map(Array.init) == Array("two".utf8))
        #expect(throws: LineReader.TooLong.self) { try reader.next() }
    }
}

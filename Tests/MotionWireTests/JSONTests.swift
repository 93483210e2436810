import Testing

@testable import MotionWire

@Suite struct JSONTests {
    private func text(_ json: JSON) -> String { String(decoding: json.line.dropLast(), as: UTF8.self) }

    private static let values: [JSON] = [
        nil, true, false, 0, -1, .int(.max), .int(.min), .double(0.1), .double(-2.5e-300),
        .double(1.7976931348623157e308), .double(.leastNonzeroMagnitude), "", "a\"b\\c\n\t\u{1}\u{1F}/é😀",
        "\u{2028}\u{7F}", [], [:], [1, [2, ["a": [nil]]]], ["b": 1, "a": ["c": .double(1.5)], "": "x"],
    ]

    @Test(arguments: values)
    func `what is written is read as it was`(value: JSON) throws {
        #expect(try JSON(value.line) == value)
    }

    @Test(arguments: values)
    func `a value is one line`(value: JSON) {
        #expect(value.line.filter { $0 < 0x20 } == [0x0A])
    }

    @Test func `keys keep their order`() {
        #expect(text(["b": 1, "a": 2]) == #"{"b":1,"a":2}"#)
    }

    @Test func `the last of double keys counts`() throws {
        let json = try JSON(Array(#"{"a":1,"b":3,"a":2}"#.utf8))
        #expect(json["a"] == 2)
        #expect(json["b"] == 3)
    }

    @Test func `there is no infinity in JSON`() {
        #expect(text([.double(.infinity), .double(.nan), .double(-.infinity)]) == "[null,null,null]")
    }

    @Test func `a whole number has no fraction`() {
        #expect(text([.number(60), .number(-0.5), .number(1e300)]) == "[60,-0.5,1e+300]")
    }

    @Test(arguments: ["", "{", "{\"a\"}", "nul", "[1,]", "\"\u{1}\"", "1 2", "{} x", "{'a':1}", "01"])
    func `what is no JSON is refused with a reason`(text: String) {
        let error = #expect(throws: JSONError.self) { try JSON(Array(text.utf8)) }
        #expect(error?.message.isEmpty == false)
    }

    @Test func `bytes that are no UTF-8 are refused`() {
        #expect(throws: JSONError.self) { try JSON([0x22, 0xFF, 0xFE, 0x22]) }
    }

    @Test func `nesting without end is refused`() {
        let deep = [UInt8](repeating: UInt8(ascii: "["), count: 100_000)
        #expect(throws: JSONError.self) { try JSON(deep) }
    }

    @Test func `members are asked for by kind`() {
        let json: JSON = ["s": "x", "i": 3, "d": .double(0.5), "b": true, "a": [1]]
        #expect(json["s"]?.string == "x" && json["i"]?.string == nil)
        #expect(json["i"]?.int == 3 && json["d"]?.int == nil)
        #expect(json["i"]?.number == 3 && json["d"]?.number == 0.5 && json["s"]?.number == nil)
        #expect(json["b"]?.bool == true && json["i"]?.bool == nil)
        #expect(json["a"]?.array == [1] && json["s"]?.array == nil)
        #expect(json["z"] == nil && json["s"]?["z"] == nil)
    }
}

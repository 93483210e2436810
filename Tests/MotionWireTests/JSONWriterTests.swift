import Foundation
import Testing

@testable import MotionWire

@Suite struct JSONWriterTests {
    private func text(_ value: Double, places: Int) -> String {
        var bytes: [UInt8] = []
        bytes.append(value, places: places)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(arguments: [
        (0.0, 4, "0.0000"), (-0.0, 4, "0.0000"), (-0.00004, 4, "0.0000"), (-0.00005, 4, "-0.0001"),
        (0.00005, 4, "0.0001"), (0.99995, 4, "1.0000"), (0.99994, 4, "0.9999"), (-0.99995, 4, "-1.0000"),
        (9.99999, 4, "10.0000"), (-12.5, 1, "-12.5"), (3.05, 0, "3"), (-0.4, 0, "0"), (2.5, 0, "3"),
        (0.1042, 4, "0.1042"), (123_456_789.125, 3, "123456789.125"),
        (999_999_999_999, 3, "999999999999.000"),
        (1e12, 4, "null"), (-1e12, 4, "null"), (1e300, 4, "null"), (.leastNonzeroMagnitude, 6, "0.000000"),
        (.nan, 4, "null"), (.infinity, 4, "null"), (-.infinity, 4, "null"),
    ])
    func `a number has so many decimals`(value: Double, places: Int, expected: String) {
        #expect(text(value, places: places) == expected)
    }

    @Test func `every number in range is written to half a last place`() throws {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            let value =
                Double.random(in: -1...1, using: &generator)
                * pow(10, Double.random(in: -7...11, using: &generator))
            let written = text(value, places: 4)
            let read = try #require(Double(written))
            #expect(abs(read - value) <= 0.5e-4 + abs(value) * 1e-15, "\(value) became \(written)")
            #expect(written.split(separator: ".").last?.count == 4, "\(value) became \(written)")
        }
    }

    @Test(arguments: [(0, 1, "0"), (7, 3, "007"), (1234, 3, "1234"), (.max, 1, "9223372036854775807")])
    func `a count has leading zeros up to its digits`(value: Int64, digits: Int, expected: String) {
        var bytes = Array("x".utf8)
        bytes.append(decimal: value, digits: digits)
        #expect(String(decoding: bytes, as: UTF8.self) == "x" + expected)
    }
}

import CIIOShim
import Testing

/// An element of a record, and what it holds.
struct Stored: Sendable, CustomTestStringConvertible {
    var type: String
    var bytes: [UInt8]
    var value: Int64

    init(_ type: String, _ bytes: [UInt8], _ value: Int64) {
        self.type = type
        self.bytes = bytes
        self.value = value
    }

    var testDescription: String { "\(type) \(bytes)" }
}

func format(_ type: String) throws -> plx_format {
    var format = plx_format()
    try #require(plx_format_parse(type, &format) == 0, "\(type) is no type")
    return format
}

@Suite struct DecodeTests {
    @Test(arguments: [
        Stored("le:s16/16>>0", [0x34, 0x12], 0x1234),
        Stored("be:s16/16>>0", [0x12, 0x34], 0x1234),
        Stored("le:s16/16>>0", [0x00, 0x80], -32768),
        Stored("le:u16/16>>0", [0x00, 0x80], 32768),
        Stored("be:s12/16>>4", [0xC5, 0x40], -940),
        Stored("le:s12/16>>4", [0x40, 0xC5], -940),
        Stored("be:s12/16>>4", [0xC5, 0x4F], -940),
        Stored("le:s10/16>>6", [0xC0, 0xFF], -1),
        Stored("le:s8/16>>8", [0xFF, 0x80], -128),
        Stored("le:u13/16>>0", [0xFF, 0xFF], 8191),
        Stored("le:s13/16>>0", [0xFF, 0xEF], 0x0FFF),
        Stored("le:s13/16>>0", [0x00, 0xF0], -4096),
        Stored("le:s16/32>>0", [0x18, 0xFC, 0xAD, 0xDE], -1000),
        Stored("le:u16/32>>0", [0x18, 0xFC, 0xAD, 0xDE], 64536),
        Stored("be:s16/32>>16", [0xFC, 0x18, 0xAD, 0xDE], -1000),
        Stored("le:s32/32>>0", [0x60, 0x79, 0xFE, 0xFF], -100_000),
        Stored("be:s32/32>>0", [0x80, 0, 0, 0], -2_147_483_648),
        Stored("le:u32/32>>0", [0xFF, 0xFF, 0xFF, 0xFF], 4_294_967_295),
        Stored("le:s64/64>>0", [0, 0, 0, 0, 0, 0, 0, 0x80], .min),
        Stored("be:s64/64>>0", [0x7F, 255, 255, 255, 255, 255, 255, 255], .max),
        Stored("le:u64/64>>0", [255, 255, 255, 255, 255, 255, 255, 255], -1),
        Stored("le:s24/64>>40", [1, 2, 3, 4, 5, 0xFE, 0xFF, 0xFF], -2),
        Stored("le:s8/8>>0", [0x80], -128),
        Stored("le:u1/8>>7", [0x80], 1),
        Stored("le:s1/8>>7", [0x80], -1),
        Stored("le:s16/16X4>>0", [0xFE, 0xFF, 1, 0, 2, 0, 3, 0], -2),
        Stored("be:s32/32X4>>0", [0, 0, 0, 7] + [UInt8](repeating: 0xFF, count: 12), 7),
    ])
    func `reads a stored value`(stored: Stored) throws {
        #expect(plx_decode(try format(stored.type), stored.bytes) == stored.value)
    }

    @Test(arguments: [8, 16, 32, 64], [true, false])
    func `gives back what was stored at every width and shift`(storage: Int, isBigEndian: Bool) throws {
        for bits in 1...storage {
            for shift in [0, (storage - bits) / 2, storage - bits] {
                let type = "\(isBigEndian ? "be" : "le"):s\(bits)/\(storage)>>\(shift)"
                let lowest = Int64.min >> (64 - bits)
                for value in [lowest, -1, 0, -(lowest + 1)] {
                    // Whatever surrounds the bits that count must not matter.
                    let mask = (UInt64.max >> (64 - bits)) << shift
                    let word = ((UInt64(bitPattern: value) << shift) & mask) | (0xA5A5_5A5A_C3C3_3C3C & ~mask)
                    let little = (0..<storage / 8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
                    let bytes = isBigEndian ? little.reversed() : little
                    #expect(plx_decode(try format(type), bytes) == value, "\(type)")
                }
            }
        }
    }

    @Test(arguments: [
        "", "le", "le:s16", "le:s16/16", "xe:s16/16>>0", "le:x16/16>>0", "le:s0/16>>0", "le:s17/16>>0",
        "le:s16/24>>0", "le:s8/16>>16", "le:s16/16X0>>0", "le:s16/16X256>>0", "le:s-1/16>>0", "le:s16/0>>0",
    ])
    func `refuses what is no type`(text: String) {
        var format = plx_format()
        #expect(plx_format_parse(text, &format) == -22)
    }
}

@Suite struct LayoutTests {
    @Test(arguments: Fixture.all)
    func `lays a record out as the kernel does`(fixture: Fixture) throws {
        for device in fixture.devices {
            guard let expected = device.layout else { continue }
            // In an order that is not the record's.
            var elements = try expected.reversed().map {
                plx_element(index: $0.index, offset: .max, format: try format($0.type))
            }
            let size = plx_layout(&elements, elements.count)
            #expect(size == device.recordSize)
            #expect(elements.map(\.index) == expected.map(\.index))
            #expect(elements.map { Int($0.offset) } == expected.map(\.offset))
        }
    }

    @Test func `pads a record to its largest element`() throws {
        var elements = [
            plx_element(index: 0, offset: 0, format: try format("le:s16/16X4>>0")),
            plx_element(index: 1, offset: 0, format: try format("le:s16/16>>0")),
        ]
        #expect(plx_layout(&elements, 2) == 16)
        #expect(elements.map(\.offset) == [0, 8])
    }

    @Test func `a record without elements is empty`() {
        var element = plx_element()
        #expect(plx_layout(&element, 0) == 0)
    }
}

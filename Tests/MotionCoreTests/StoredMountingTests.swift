import TestSupport
import Testing

@testable import MotionCore

@Suite struct StoredMountingTests {
    private let stored = StoredMounting(
        device: "bmi160 /sys/devices/i2c-1", date: 1_790_000_000, rotation: Rotation(x: .unitY, y: -.unitX))

    @Test func `is read as it was written`() throws {
        var random = SplitMix64(seed: 21)
        for _ in 0..<50 {
            var stored = stored
            let turn = Quaternion.random(using: &random)
            stored.rotation = Rotation(x: turn.rotate(.unitX), y: turn.rotate(.unitY))
            #expect(try StoredMounting(stored.text) == stored)
        }
    }

    @Test func `a name cannot bring lines of its own`() throws {
        var evil = stored
        evil.device = "x\ndate 1"
        #expect(try StoredMounting(evil.text).device == "x date 1")
    }

    @Test(arguments: [
        ("parallaxd mounting 1", "parallaxd bias 1", "first line"), ("date", "day", "date"),
        ("1790000000", "-1", "1970"), ("device bmi160 /sys/devices/i2c-1", "device ", "device"),
        ("0.0 1.0 0.0", "1.0 1.0 0.0", "rotation"), ("0.0 1.0 0.0", "0.0 1.0", "rotation"),
        ("0.0 1.0 0.0", "0.0 nan 0.0", "rotation"), ("0.0 1.0 0.0", "0.0 -1.0 0.0", "rotation"),
        ("rotation", "\nrotation", "four lines"), ("date 1790000000\n", "", "four lines"),
    ])
    func `refuses what is not one, and says why`(part: String, other: String, word: String) {
        let text = stored.text.replacing(part, with: other)
        let failure = #expect(throws: StoredMounting.Failure.self) { try StoredMounting(text) }
        #expect(failure?.message.contains(word) == true, "\(failure?.message ?? "")")
    }

    @Test func `refuses the half of one`() {
        let text = stored.text
        for length in 0..<text.count {
            #expect(throws: StoredMounting.Failure.self) { try StoredMounting(String(text.prefix(length))) }
        }
    }
}

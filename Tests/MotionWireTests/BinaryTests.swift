import MotionCore
import Testing

@testable import MotionWire

@Suite struct BinaryTests {
    private let frame = Frame(
        sequence: 0x1_0203_0405, time: Timestamp(microseconds: 0x0102_0304_0506),
        offset: ViewerOffset(x: 0.5, y: -0.25), tilt: Tilt(pitch: 1, roll: -2))

    private func number<Value: FixedWidthInteger>(_ bytes: [UInt8], at offset: Int, _: Value.Type) -> Value {
        (0..<Value.bitWidth / 8).reversed().reduce(0) {
            $0 << 8 | Value(truncatingIfNeeded: bytes[offset + $1])
        }
    }

    private func float(_ bytes: [UInt8], at offset: Int) -> Float {
        Float(bitPattern: number(bytes, at: offset, UInt32.self))
    }

    @Test func `a frame is 32 bytes, the lowest first`() {
        var bytes: [UInt8] = []
        frame.appendBinary(to: &bytes)
        #expect(
            bytes == Array("PLX1".utf8) + [5, 4, 3, 2, 6, 5, 4, 3, 2, 1, 0, 0] + [0, 0, 0, 0x3F]
                + [0, 0, 0x80, 0xBE] + [0, 0, 0x80, 0x3F] + [0, 0, 0, 0xC0])
    }

    @Test(arguments: [0, 1, 7, 8, 9, 60_000])
    func `a control line is filled up to eight bytes`(length: Int) {
        let line = [UInt8](repeating: 0x78, count: length)
        let bytes = JSON.binary(line: line[...])
        #expect(bytes.count == (8 + length + 7) / 8 * 8)
        #expect(Array(bytes.prefix(4)) == Array("PLXJ".utf8))
        #expect(number(bytes, at: 4, UInt32.self) == UInt32(length))
        #expect(Array(bytes[8..<8 + length]) == line)
        #expect(bytes[(8 + length)...].allSatisfy { $0 == 0 })
    }

    @Test(
        arguments: [(.ok, 0), (.noDevice, 1), (.busy, 2), (.stale, 3), (.suspended, 4)]
            as [(Health.State, UInt32)])
    func `shared memory tells each state, without a pose nothing else`(state: Health.State, number: UInt32) {
        let bytes = SharedFrame(nil, state: state).bytes
        #expect(bytes.count == SharedFrame.size - 4)
        #expect(Array(bytes[..<4]) == Array("PLXM".utf8))
        #expect(self.number(bytes, at: 4, UInt32.self) == 128)
        #expect(self.number(bytes, at: 8, UInt32.self) == number)
        #expect(bytes[12...].allSatisfy { $0 == 0 })
    }

    @Test func `shared memory holds every field where the protocol says`() {
        var full = frame
        let motion = Motion(
            time: frame.time, attitude: Quaternion(w: 0.5, x: 0.5, y: -0.5, z: 0.5), bias: .zero,
            rotationRate: Vector3(14, 15, 16), userAcceleration: 9.80665 * Vector3(11, 12, 13),
            isResting: false, shake: 0, offset: .zero)
        full.detail = Frame.Detail(motion, velocity: ViewerOffset(x: 3, y: 4))
        // As the document counts, the lock's four bytes included.
        let bytes = [0, 0, 0, 0] + SharedFrame(full, state: .ok).bytes
        #expect(number(bytes, at: 16, UInt64.self) == 0x1_0203_0405)
        #expect(number(bytes, at: 24, UInt64.self) == 0x0102_0304_0506)
        let floats = (0..<19).map { float(bytes, at: 32 + 4 * $0) }
        let up = motion.attitude.up
        let gravity = [Float(-up.x), Float(-up.y), Float(-up.z)]
        #expect(
            floats == [0.5, -0.25, 3, 4, 1, -2, 0.5, 0.5, -0.5, 0.5] + gravity + [11, 12, 13, 14, 15, 16])
        #expect(bytes.count == 128)
        #expect(bytes[108...].allSatisfy { $0 == 0 })
    }
}

import MotionCore
import Testing

@testable import MotionWire

@Suite struct FrameTests {
    private func line(_ frame: Frame) -> [UInt8] {
        var bytes: [UInt8] = []
        frame.append(to: &bytes)
        return bytes
    }

    @Test func `a frame is the line that the protocol shows`() {
        let frame = Frame(
            sequence: 1, time: Timestamp(microseconds: 81_234_567_890),
            offset: ViewerOffset(x: 0.1042, y: -0.031), tilt: Tilt(pitch: -0.0541, roll: 0.182))
        let expected =
            #"{"type":"tilt","seq":1,"t":81234567890,"x":0.1042,"y":-0.0310,"pitch":-0.0541,"roll":0.1820}"#
        #expect(String(decoding: line(frame), as: UTF8.self) == expected + "\n")
    }

    @Test func `the longest line is under 160 bytes`() {
        let frame = Frame(
            sequence: .max, time: Timestamp(nanoseconds: .max), offset: ViewerOffset(x: -1, y: -1),
            tilt: Tilt(pitch: -.pi / 2, roll: -.pi))
        #expect(line(frame).count < 160)
    }

    @Test func `what is no number is null, and still a line`() throws {
        let frame = Frame(
            sequence: 0, time: Timestamp(nanoseconds: 0), offset: ViewerOffset(x: .nan, y: .infinity),
            tilt: Tilt(pitch: 0, roll: 0))
        let json = try JSON(line(frame))
        #expect(json["x"] == nil as JSON && json["y"] == nil as JSON && json["pitch"] == .double(0))
    }

    @Test(arguments: [-1.0, -0.5, 0, 0.0001, 1])
    func `a frame is read as it was written`(value: Double) throws {
        let frame = Frame(
            sequence: 42, time: Timestamp(microseconds: 1), offset: ViewerOffset(x: value, y: -value),
            tilt: Tilt(pitch: value, roll: value))
        #expect(try Message(line: line(frame)) == .tilt(frame))
    }
}

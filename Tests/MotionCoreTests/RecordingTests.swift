import Testing

@testable import MotionCore

@Suite struct RecordingTests {
    private func recording(_ lines: String...) throws(Recording.Failure) -> Recording {
        try Recording(([Recording.heading] + lines).joined(separator: "\n").utf8)
    }

    private static let quarter = Rotation(x: .unitY, y: -.unitX)

    private static let entries: [Recording.Entry] = [
        .device("bmi160 of a tablet"), .matrix(.accel, quarter), .matrix(.gyro, .identity),
        .scan(Scan(sensor: .accel, time: Timestamp(microseconds: 1), value: Vector3(0.01, -1e-7, 9.80665))),
        .scan(Scan(sensor: .gyro, time: Timestamp(microseconds: -5), value: Vector3(1 / 3, 2e-9, -17))),
    ]

    @Test func `reads what it wrote, bit for bit`() throws {
        let lines = [Recording.heading] + Self.entries.map(\.line)
        let recording = try Recording(lines.map { $0 + "\n" }.joined().utf8)
        #expect(recording.entries == Self.entries)
        #expect(recording.device == "bmi160 of a tablet")
        #expect(recording.sensors == [.accel, .gyro])
    }

    @Test(arguments: ["\n", "\r", "\r\n", "\u{2028}"])
    func `a name of two lines breaks nothing`(lineBreak: String) throws {
        let line = Recording.Entry.device("a\(lineBreak)g 1 2 3 4\(lineBreak)").line
        #expect(try recording(line).entries == [.device("a g 1 2 3 4 ")])
    }

    @Test func `passes over comments, empty lines and the CR of CR LF`() throws {
        let text = "\(Recording.heading)\r\n# by hand\r\n\r\n#\r\na 1 2 3 4\r\n"
        let scan = Scan(sensor: .accel, time: Timestamp(microseconds: 1), value: Vector3(2, 3, 4))
        #expect(try Recording(text.utf8).entries == [.scan(scan)])
    }

    @Test func `keeps a matrix where it stands`() throws {
        let read = try recording("a 1 0 0 1", "# accel-matrix: 0 1 0; -1 0 0; 0 0 1", "a 2 0 0 1")
        #expect(read.entries.map { if case .matrix = $0 { true } else { false } } == [false, true, false])
        #expect(read.entries[1] == .matrix(.accel, Self.quarter))
        #expect(read.sensors == [.accel])
        #expect(read.device == nil)
    }

    @Test(arguments: ["", "\n", "# parallax recording 2\n", "a 1 2 3 4\n", "# parallax recording 1 \n"])
    func `begins with its heading`(text: String) {
        #expect(throws: Recording.Failure(line: 1, message: "the first line is not \"\(Recording.heading)\""))
        {
            try Recording(text.utf8)
        }
    }

    @Test(arguments: [
        "a", "m 1 2 3 4", "a 1 2 3", "a 1 2 3 4 5", "a 1.5 2 3 4", "a x 2 3 4", "a 1 2 x 4", "a 1 nan 3 4",
        "a 1 2 3 inf", "A 1 2 3 4", "a 9223372036854775807 1 2 3", "g -4000000000000000 1 2 3",
        "a 99999999999999999999 1 2 3", "\u{FEFF}a 1 2 3 4", "# accel-matrix: 1 0 0; 0 1 0",
        "# accel-matrix: 1 0 0; 0 1 0; 0 0 -1", "# gyro-matrix: 1 0 0; 0 1 0; 0 0 x",
        "# gyro-matrix: 1, 0, 0; 0, 1, 0; 0, 0, 1", "# gyro-matrix: 1 0 0 0; 0 1 0; 0 0 1",
        "# accel-matrix: 1 0 0; 0.6 0.8 0; 0 0 0.8",
    ])
    func `names the line that is wrong`(line: String) throws {
        let failure = try #require(throws: Recording.Failure.self) {
            try recording("a 1 2 3 4", "# comment", line, "worse")
        }
        #expect(failure.line == 4)
        #expect(!failure.message.isEmpty)
    }

    @Test func `bytes that are no UTF-8 are a bad line, or a comment`() throws {
        let heading = Array((Recording.heading + "\n").utf8)
        #expect(try Recording(heading + [0x23, 0x20, 0xFF, 0xFE]).entries.isEmpty)
        let failure = try #require(throws: Recording.Failure.self) { try Recording(heading + [0x61, 0xFF]) }
        #expect(failure.line == 2)
    }
}

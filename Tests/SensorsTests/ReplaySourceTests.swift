import Glibc
import LinuxIO
import MotionCore
import Testing

@testable import Sensors

@Suite struct ReplaySourceTests {
    private func source(_ lines: String...) throws -> ReplaySource {
        try ReplaySource(Recording(([Recording.heading] + lines).joined(separator: "\n").utf8))
    }

    /// Reads until the recording is over.
    private func readAll(
        _ source: ReplaySource, _ body: (Scan, Sample) -> Void
    ) throws {
        while true {
            var watched = pollfd(fd: source.descriptors[0], events: CShort(POLLIN), revents: 0)
            try #require(poll(&watched, 1, 10_000) == 1)
            do throws(SourceFailure) { try source.read(body) } catch .ended { return }
        }
    }

    @Test func `gives its scans at their pace, with times of now`() throws {
        let start = monotonicNanoseconds()
        let source = try source("a 77000000 1 2 3", "g 77010000 4 5 6", "a 77030000 7 8 9")
        var scans: [Scan] = []
        try readAll(source) { scan, _ in
            scans.append(scan)
            #expect(scan.time.nanoseconds <= monotonicNanoseconds())
        }
        #expect(scans.map(\.value) == [Vector3(1, 2, 3), Vector3(4, 5, 6), Vector3(7, 8, 9)])
        #expect(scans.map(\.sensor) == [.accel, .gyro, .accel])
        let first = try #require(scans.first).time
        #expect(scans.map { $0.time.nanoseconds - first.nanoseconds } == [0, 10_000_000, 30_000_000])
        #expect(first.nanoseconds >= start)
    }

    @Test func `a matrix counts from its line on`() throws {
        let source = try source(
            "a 0 1 0 0", "# accel-matrix: 0 1 0; -1 0 0; 0 0 1", "a 1 1 0 0", "g 1 1 0 0",
            "# gyro-matrix: 0 0 1; 1 0 0; 0 1 0", "g 2 1 0 0", "# accel-matrix: 1 0 0; 0 1 0; 0 0 1",
            "a 3 1 0 0")
        var scans: [Vector3] = [], samples: [Vector3] = []
        try readAll(source) { scan, sample in
            scans.append(scan.value)
            samples.append(sample.value)
            #expect(scan.time == sample.time)
        }
        #expect(scans == Array(repeating: .unitX, count: 5))
        #expect(samples == [.unitX, -.unitY, .unitX, .unitY, .unitX])
        #expect(source.device.axes.accel == .identity)
        #expect(source.device.axes.gyro == Rotation(x: .unitZ, y: .unitX))
    }

    @Test func `names what it has`() throws {
        let source = try source("# device: bmi160", "a 0 0 0 1")
        #expect(source.device.name == "bmi160")
        #expect(source.device.sensors == [.accel])
        #expect(source.device.mode == .replay)
        #expect(try self.source("g 0 0 0 1").device.name == "recording")
    }

    @Test func `is over after the last scan, and stays so`() throws {
        let source = try source("a 0 0 0 1", "# the end")
        try readAll(source) { _, _ in }
        #expect(throws: SourceFailure.ended) { try source.read { _, _ in Issue.record("another scan") } }
    }

    @Test func `times that fall back or lie at the edge do no harm`() throws {
        let source = try source(
            "a 3999999999999999 0 0 1", "a -3999999999999999 0 0 2", "a 3999999999999999 0 0 3")
        var scans: [Vector3] = []
        try readAll(source) { scan, _ in scans.append(scan.value) }
        #expect(scans.map(\.z) == [1, 2, 3])
    }
}

import Foundation
import MotionCore
import Testing

@testable import Fusion

/// Recordings as a bug report would hold them, against the truth and against what the filter said before.
@Suite struct GoldenTests {
    /// One line of the angles beside a recording.
    private struct Expected {
        var time: Timestamp
        var truth, golden: Vector3

        init?(_ line: Substring) {
            let numbers = line.split(separator: " ").compactMap { Double($0) }
            guard numbers.count == 5 else { return nil }
            time = Timestamp(microseconds: Int64(numbers[0]))
            truth = Self.up(pitch: numbers[1] * degree, roll: numbers[2] * degree)
            golden = Self.up(pitch: numbers[3] * degree, roll: numbers[4] * degree)
        }

        private static func up(pitch: Double, roll: Double) -> Vector3 {
            Vector3(-sin(roll) * cos(pitch), sin(pitch), cos(roll) * cos(pitch))
        }
    }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../Fixtures/recordings")

    private func expected(_ name: String) throws -> [Expected] {
        let text = try String(contentsOf: Self.folder.appending(path: "\(name).angles"), encoding: .utf8)
        return text.split(separator: "\n").compactMap { Expected($0) }
    }

    /// Where the filter says up is at each of `times`, once all samples up to then are in.
    private func answers(_ name: String, at times: [Timestamp]) throws -> [Vector3] {
        let recording = try Recording(Data(contentsOf: Self.folder.appending(path: "\(name).txt")))
        var filter = MotionFilter(sensors: recording.sensors)
        var waiting = times[...]
        var answers: [Vector3] = []
        for case .scan(let scan) in recording.entries {
            while let time = waiting.first, time < scan.time {
                answers.append(try #require(filter.motion(at: time)).attitude.up)
                waiting.removeFirst()
            }
            filter.update(SensorAxes().sample(scan))
        }
        return answers
    }

    /// In degrees, how far the answers may be from the truth; `lost`, in s, is when they are farther.
    @Test(arguments: [
        ("hand", 2.5, 0.0..<0.0), ("hand-accelerometer", 4.5, 0..<0), ("missed-turn", 2, 8..<8.9),
        ("push", 1, 0..<0), ("broad-02", 1, 0..<0),
    ])
    func `a recording gives the angles that it gave, near the true ones`(
        name: String, tolerance: Double, lost: Range<Double>
    ) throws {
        let expected = try expected(name)
        let answers = try answers(name, at: expected.map(\.time))
        #expect(expected.count >= 20 && answers.count == expected.count)
        for (expected, answer) in zip(expected, answers) {
            #expect(answer.angle(to: expected.golden) / degree < 0.005)
            let isLost = lost.contains(Double(expected.time.microseconds) * 1e-6)
            #expect((answer.angle(to: expected.truth) / degree < tolerance) != isLost)
        }
    }
}

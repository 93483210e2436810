import Foundation
import Fusion
import MotionCore
import Testing

@testable import parallax_bench

/// Real motion: Tests/Fixtures/recordings/tilt/README.md.
@Suite struct RecordingTests {
    private static let sensors: [Set<Sensor>] = [[.accel], [.accel, .gyro]]

    private func recording(_ name: String) throws -> parallax_bench.Recording {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let file = folder.appending(path: "Fixtures/recordings/tilt/\(name).txt")
        var recording = parallax_bench.Recording()
        for case .scan(let scan) in try MotionCore.Recording(Data(contentsOf: file)).entries {
            let sample = Sample(sensor: scan.sensor, time: scan.time, value: scan.value)
            if scan.sensor == .gyro {
                recording.gyroscope.append(sample)
            } else {
                recording.accelerometer.append(sample)
            }
        }
        return recording
    }

    @Test(arguments: sensors, [60.0, 100])
    func `it is quiet in the hand of someone who walks`(sensors: Set<Sensor>, rate: Double) throws {
        let trace = OffsetTrace(try recording("texting").samples, sensors: sensors, rate: rate).dropping(2)
        #expect(trace.smooth.count > Int(7 * rate))
        #expect(trace.smooth.unrest(rate: rate) <= 0.02)
        // And not because nothing moves.
        #expect(trace.smooth.spread > 0.2)
    }

    @Test(arguments: sensors, ["texting", "looking-around"])
    func `the offset is hardly ever at its end`(sensors: Set<Sensor>, name: String) throws {
        let trace = OffsetTrace(try recording(name).samples, sensors: sensors, rate: 60)
        #expect(trace.plain.shareAtEnd < 0.02)
        #expect(trace.smooth.largestStep < 0.2)
    }

    @Test func `the viewer is taken along by someone who walks and turns round`() throws {
        let trace = OffsetTrace(try recording("texting").samples, sensors: [.accel, .gyro], rate: 60)
        #expect(rms(trace.smooth.map(\.length)) < 0.3)
    }

    static let cases: [(Set<Sensor>, Double)] = [
        ([.accel, .gyro], 60), ([.accel, .gyro], 100), ([.accel], 60),
    ]

    @Test(arguments: cases)
    func `nothing moves and nothing is sent from a table for 10 min`(sensors: Set<Sensor>, rate: Double)
        throws
    {
        let samples = try recording("still").repeated(for: 600)
        let last = OffsetTrace(samples, sensors: sensors, rate: rate).dropping(300).smooth
        #expect(last.count > Int(299 * rate))
        #expect(last.spread < 0.002)
        #expect(last.allSatisfy { $0.length <= 0.005 })
        #expect(last.sent(deadBand: 0.002) == 0)
    }
}

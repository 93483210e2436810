import Foundation
import Testing

@Suite struct PollTests {
    @Test(arguments: Fixture.all)
    func `reads every device without a buffer`(fixture: Fixture) throws {
        let probe = try Probe<Streamed>("stream poll 400 5", on: fixture)
        for device in fixture.devices {
            let outcome = try #require(probe.lines.first { $0.id == device.id })
            guard !device.sensors.isEmpty else {
                #expect(outcome.error == -ENXIO)
                continue
            }
            #expect(outcome.error == 0)
            #expect(outcome.clock == 1)
            #expect(outcome.trigger == "")
            #expect(outcome.scans.count == 5)
            let times = outcome.scans.map(\.timestamp)
            #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
            let attributes = try fixture.attributes(of: device)
            for scan in outcome.scans { try check(scan, attributes, device) }
        }
        #expect(probe.report.changed.isEmpty)
        #expect(!probe.report.written.contains { $0.contains("/buffer/") || $0.contains("/scan_elements/") })
    }

    private func check(
        _ scan: Streamed.Scan, _ attributes: [String: String], _ device: Fixture.Device
    ) throws {
        #expect(scan.arrival == scan.timestamp)
        #expect(scan.sensors == device.sensors.map(\.mask).reduce(0, |))
        for sensor in device.sensors {
            let expected = try ["x", "y", "z"].map { axis in
                let raw = try #require(attributes["in_\(sensor.rawValue)_\(axis)_raw"])
                return device.scaled(try #require(Double(raw)), sensor)
            }
            #expect(scan.values(sensor) == expected)
        }
    }

    @Test func `an attribute that cannot be read ends the stream with its error`() throws {
        let option = ["--unreadable", "iio:device0/in_accel_y_raw"]
        let probe = try Probe<Streamed>("stream poll 400 5", on: .named("linx1020-da280-polled"), option)
        #expect(probe.lines.map(\.error) == [-EIO])
        #expect(probe.lines.map(\.scans.count) == [0])
    }

    @Test func `an attribute that is no number ends the stream`() throws {
        let option = ["--set", "iio:device0/in_accel_y_raw=?"]
        let probe = try Probe<Streamed>("stream poll 400 5", on: .named("linx1020-da280-polled"), option)
        #expect(probe.lines.map(\.error) == [-EBADMSG])
    }

    @Test func `a neighbour's buffer keeps its pace`() throws {
        let option = ["--set", "iio:device0/buffer/enable=1"]
        let probe = try Probe<Streamed>("stream poll 100 5", on: .named("ayaneo-air-bmi160-irq"), option)
        #expect(probe.lines.map(\.scans.count) == [5])
        #expect(probe.report.written.isEmpty)
    }

    @Test func `a slow reader loses new scans, keeps the old ones in order, and is told`() throws {
        let probe = try Probe<Streamed>("stall iio:device0", on: .named("linx1020-da280-polled"))
        let outcome = try #require(probe.lines.first)
        #expect(try #require(outcome.lost) > 0)
        #expect(outcome.scans.count == 4096 / 72)
        let times = outcome.scans.map(\.timestamp)
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test func `a stream that is closed leaves no thread and no descriptor`() throws {
        let probe = try Probe<Streamed>("churn iio:device0 300", on: .named("linx1020-da280-polled"))
        #expect(probe.lines.map(\.error) == [0])
    }

    @Test func `scale and offset may be each axis' own`() throws {
        let options = [
            "in_accel_x_scale=2", "in_accel_y_scale=3", "in_accel_z_scale=4", "in_accel_z_offset=-8.5",
            "in_accel_x_raw=1", "in_accel_y_raw=10", "in_accel_z_raw=100",
        ].flatMap { ["--set", "iio:device0/\($0)"] }
        let probe = try Probe<Streamed>(
            "stream poll 400 1", on: .named("linx1020-da280-polled"), options)
        #expect(probe.lines.map(\.scans.first?.accel) == [[2, 30, 366]])
    }

    @Test(arguments: ["", "x", "inf"])
    func `a scale that is no number is refused`(scale: String) throws {
        let option = ["--set", "iio:device0/in_accel_scale=\(scale)"]
        let probe = try Probe<Streamed>("stream poll 400 1", on: .named("linx1020-da280-polled"), option)
        #expect(probe.lines.map(\.error) == [-EBADMSG])
    }

    @Test func `a device that is not there is refused`() throws {
        let probe = try Probe<Streamed>("stall iio:device7", on: .named("linx1020-da280-polled"))
        #expect(probe.lines.map(\.error) == [-ENODEV])
    }
}

import Foundation
import Testing

@Suite struct AttemptTests {
    @Test func `without its own trigger a device is left as a driver with a FIFO wants it`() throws {
        let probe = try Probe<Streamed>("stream fifo 100 5", on: .named("ayaneo-air-bmi160-irq"))
        #expect(probe.lines.map(\.error) == [0])
        #expect(probe.lines.map(\.trigger) == [""])
        #expect(probe.report.running["iio:device0/trigger/current_trigger"] == "")
        #expect(probe.report.changed.isEmpty)
    }

    @Test(arguments: ["ayaneo-2-bmi260", "chromebook-cros-ec-fifo"])
    func `there is nothing to leave out where there is no trigger of its own`(name: String) throws {
        let probe = try Probe<Streamed>("stream fifo 100 5", on: .named(name))
        #expect(probe.lines.allSatisfy { $0.error == -ENXIO })
        #expect(probe.report.changed.isEmpty)
    }

    @Test func `a kernel without timers says so and nothing stays changed`() throws {
        let probe = try Probe<Streamed>("stream timer 100 5", on: .named("ayaneo-2-bmi260"))
        #expect(probe.lines.map(\.error) == [-ENOENT])
        #expect(probe.report.changed.isEmpty)
    }

    @Test(arguments: ["in_accel_linear_x_en", "gyro_x_en"])
    func `an element that libiio cannot name keeps no device from being polled`(element: String) throws {
        let fixture = try Fixture.named("phone-lsm9ds1-split")
        let options = ["--set", "iio:device0/scan_elements/\(element)=0"]
        let named = try Probe<String>("obstacle", on: fixture, options)
        #expect(named.lines == ["iio:device0"])
        let buffered = try Probe<Streamed>("stream buffer 100 5 iio:device1", on: fixture, options)
        #expect(buffered.lines.map(\.error) == [-ENOTSUP])
        #expect(buffered.report.written.isEmpty)
        let polled = try Probe<Streamed>("stream poll 400 5", on: fixture, options)
        #expect(polled.lines.map(\.scans.count) == [5, 5])
    }

    @Test(arguments: Fixture.all)
    func `no device of a known machine is in libiio's way`(fixture: Fixture) throws {
        #expect(try Probe<String>("obstacle", on: fixture).lines == [""])
    }

    @Test func `three axes at the lowest value mean that there is none`() throws {
        let lowest = ["x", "y", "z"].flatMap { ["--set", "iio:device0/in_anglvel_\($0)_raw=-32768"] }
        let probe = try Probe<Streamed>("stream poll 400 1", on: .named("asus-t100-invn6500"), lowest)
        let scan = try #require(probe.lines.first?.scans.first)
        #expect(scan.sensors == 1)
        #expect(scan.gyro == [0, 0, 0])
        #expect(scan.accel != [0, 0, 0])
    }

    @Test(arguments: ["32767", "-32768"])
    func `an axis at the end of its type is told`(raw: String) throws {
        let option = ["--set", "iio:device0/in_accel_y_raw=\(raw)"]
        let probe = try Probe<Streamed>("stream poll 400 1", on: .named("asus-t100-invn6500"), option)
        #expect(probe.lines.first?.scans.map(\.saturated) == [1])
        #expect(probe.lines.first?.steps == [0.000598, 0.001064724])
    }
}

import Foundation
import Testing

@Suite struct BufferTests {
    @Test(arguments: Fixture.all)
    func `a buffer gives the recorded values and leaves no trace`(fixture: Fixture) throws {
        let probe = try Probe<Streamed>("stream buffer 100 40", on: fixture)
        for device in fixture.devices {
            let outcome = try #require(probe.lines.first { $0.id == device.id })
            guard device.layout != nil, !device.sensors.isEmpty else {
                #expect(outcome.error == -ENXIO)
                continue
            }
            #expect(outcome.error == 0)
            #expect(outcome.clock == 1)
            #expect(outcome.trigger == fixture.ownTrigger(of: device))
            let records = try fixture.records(of: device)
            #expect(outcome.scans.count == records.count)
            for (scan, record) in zip(outcome.scans, records) { try check(scan, record, device) }
        }
        #expect(probe.report.changed.isEmpty)
    }

    private func check(_ scan: Streamed.Scan, _ record: [UInt8], _ device: Fixture.Device) throws {
        #expect(scan.sensors == device.sensors.map(\.mask).reduce(0, |))
        #expect(scan.timestamp == (try device.integer("in_timestamp", in: record)))
        #expect(scan.arrival > 0)
        for sensor in Sensor.allCases {
            guard device.sensors.contains(sensor) else {
                #expect(scan.values(sensor) == [0, 0, 0])
                continue
            }
            let expected = try ["x", "y", "z"].map { axis in
                let raw = try device.integer("in_\(sensor.rawValue)_\(axis)", in: record)
                return device.scaled(Double(raw), sensor)
            }
            #expect(scan.values(sensor) == expected)
        }
    }

    @Test func `while it streams the device is set up for it`() throws {
        let probe = try Probe<Streamed>("stream buffer 100 1", on: .named("bytrail-tablet-bmc150-bmg160"))
        for device in ["iio:device0", "iio:device1"] {
            #expect(probe.report.running["\(device)/buffer/enable"] == "1")
            #expect(probe.report.running["\(device)/buffer/length"] == "64")
            #expect(probe.report.running["\(device)/current_timestamp_clock"] == "monotonic")
        }
        #expect(probe.report.running["iio:device0/trigger/current_trigger"] == "BMA250E-dev0")
        #expect(probe.report.running["iio:device1/trigger/current_trigger"] == "i2c-BMG0160:00-dev1")
        #expect(probe.report.changed.isEmpty)
    }

    @Test func `elements, length and watermark that were set come back`() throws {
        let options = ["scan_elements/in_temp_en=1", "buffer/length=128", "buffer/watermark=32"]
            .flatMap { ["--set", "iio:device0/\($0)"] }
        let probe = try Probe<Streamed>("stream buffer 100 40", on: .named("asus-t100-invn6500"), options)
        #expect(probe.report.running["iio:device0/scan_elements/in_temp_en"] == "0")
        #expect(probe.report.running["iio:device0/buffer/watermark"] == "1")
        #expect(probe.report.changed.isEmpty)
    }

    @Test func `one sensor of two streams alone, with all its axes`() throws {
        let fixture = try Fixture.named("asus-t100-invn6500")
        let whole = try Probe<Streamed>("stream buffer 100 40", on: fixture)
        let gyro = try Probe<Streamed>("stream buffer 100 40 iio:device0 2", on: fixture)
        let scans = try #require(gyro.lines.first).scans
        #expect(scans.map(\.gyro) == whole.lines.first?.scans.map(\.gyro))
        #expect(scans.allSatisfy { $0.sensors == 2 && $0.accel == [0, 0, 0] })
        let enabled = gyro.report.running.filter { $0.key.hasSuffix("_en") && $0.value == "1" }.keys.sorted()
        #expect(
            enabled
                == ["in_anglvel_x", "in_anglvel_y", "in_anglvel_z", "in_timestamp"]
                .map { "iio:device0/scan_elements/\($0)_en" })
    }

    @Test func `an element that the driver adds moves the others`() throws {
        let fixture = try Fixture.named("asus-t100-invn6500")
        let coupled = "iio:device0/scan_elements/in_temp_en=iio:device0/scan_elements/in_accel_x_en"
        let whole = try Probe<Streamed>("stream buffer 100 40", on: fixture)
        let probe = try Probe<Streamed>("stream buffer 100 40", on: fixture, ["--couple", coupled])
        #expect(probe.report.running["iio:device0/scan_elements/in_temp_en"] == "1")
        #expect(probe.lines.first?.scans.map(\.gyro) == whole.lines.first?.scans.map(\.gyro))
        #expect(probe.lines.first?.scans.map(\.accel) == whole.lines.first?.scans.map(\.accel))
        #expect(probe.report.changed.isEmpty)
    }

    @Test func `a running buffer is somebody's and is not touched`() throws {
        let option = ["--set", "iio:device0/buffer/enable=1"]
        let probe = try Probe<Streamed>("stream buffer 100 1", on: .named("ayaneo-air-bmi160-irq"), option)
        #expect(probe.lines.map(\.error) == [-EBUSY])
        #expect(probe.report.written.isEmpty)
    }

    /// As iio-sensor-proxy leaves a hub while nobody claims it.
    private static let idle =
        ["x", "y", "z"].flatMap {
            ["--set", "iio:device0/scan_elements/in_accel_\($0)_en=1"]
        } + [
            "--set", "iio:device0/scan_elements/in_timestamp_en=1", "--set", "iio:device0/buffer/length=128",
        ]

    @Test func `on loan a buffer is taken as it is`() throws {
        let fixture = try Fixture.named("hid-ish-convertible-s32")
        let own = try Probe<Streamed>("stream buffer 100 40 iio:device0 1", on: fixture)
        let probe = try Probe<Streamed>("stream loan 100 40 iio:device0 1", on: fixture, BufferTests.idle)
        let lent = try #require(probe.lines.first).scans
        #expect(lent.count == 40 && lent.map(\.accel) == own.lines.first?.scans.map(\.accel))
        #expect(probe.report.running["iio:device0/buffer/enable"] == "1")
        let allowed = ["iio:device0/buffer/enable", "iio:device0/in_accel_sampling_frequency"]
        #expect(probe.report.written.allSatisfy(allowed.contains))
        #expect(probe.report.changed.isEmpty)
    }

    @Test func `a buffer that nobody has set up, or that runs, is not lent`() throws {
        let fixture = try Fixture.named("hid-ish-convertible-s32")
        let bare = try Probe<Streamed>("stream loan 100 1 iio:device0 1", on: fixture)
        #expect(bare.lines.map(\.error) == [-ENXIO])
        let claimed = BufferTests.idle + ["--set", "iio:device0/buffer/enable=1"]
        let probe = try Probe<Streamed>("stream loan 100 1 iio:device0 1", on: fixture, claimed)
        #expect(probe.lines.map(\.error) == [-EBUSY])
        #expect(probe.report.written.isEmpty)
    }

    @Test func `a foreign trigger gives way to the device's own and comes back`() throws {
        let option = ["--set", "iio:device0/trigger/current_trigger=BMA250E-any-motion-dev0"]
        let probe = try Probe<Streamed>(
            "stream buffer 100 1 iio:device0 1", on: .named("bytrail-tablet-bmc150-bmg160"), option)
        #expect(probe.lines.map(\.trigger) == ["BMA250E-dev0"])
        #expect(probe.report.changed.isEmpty)
    }

    @Test func `a foreign trigger stays where the device has none`() throws {
        let option = ["--set", "iio:device0/trigger/current_trigger=timer"]
        let probe = try Probe<Streamed>("stream buffer 100 1", on: .named("ayaneo-2-bmi260"), option)
        #expect(probe.lines.map(\.trigger) == ["timer"])
        #expect(!probe.report.written.contains("iio:device0/trigger/current_trigger"))
    }

    @Test func `a type that libiio cannot parse is refused`() throws {
        let option = ["--set", "iio:device0/scan_elements/in_accel_y_type=nonsense"]
        let probe = try Probe<Streamed>("stream buffer 100 1", on: .named("asus-t100-invn6500"), option)
        #expect(probe.lines.map(\.error) == [-EINVAL])
        #expect(!probe.report.written.contains("iio:device0/buffer/enable"))
        #expect(probe.report.changed.isEmpty)
    }

    @Test func `an opening that fails with the buffer running puts all back`() throws {
        let elements = "iio:device0/scan_elements"
        let options = [
            "--set", "\(elements)/in_temp_type=le:s17/16>>0",
            "--couple", "\(elements)/in_temp_en=\(elements)/in_accel_x_en",
        ]
        let probe = try Probe<Streamed>("stream buffer 100 1", on: .named("asus-t100-invn6500"), options)
        #expect(probe.lines.map(\.error) == [-EINVAL])
        #expect(probe.report.written.contains("iio:device0/buffer/enable"))
        #expect(probe.report.changed.isEmpty)
    }
}

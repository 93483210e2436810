import Testing

@Suite struct ContextTests {
    @Test(arguments: Fixture.all)
    func `lists the devices of a machine as they are`(fixture: Fixture) throws {
        let probe = try Probe<Listed>("list", on: fixture)
        for expected in fixture.devices {
            let device = try #require(probe.lines.first { $0.id == expected.id })
            #expect(device.name == expected.name)
            #expect(device.label == expected.label ?? "")
            #expect(device.location == expected.location ?? "")
            #expect(device.sensors == expected.sensors.map(\.mask).reduce(0, |))
            #expect(device.hasBuffer == (expected.layout != nil && !expected.sensors.isEmpty))
            #expect(device.accelMatrix == matrix(of: .accel, expected))
            #expect(device.gyroMatrix == matrix(of: .gyro, expected))
        }
        #expect(probe.lines.allSatisfy { $0.id.hasPrefix("iio:device") })
        #expect(probe.report.written.isEmpty)
    }

    private func matrix(of sensor: Sensor, _ device: Fixture.Device) -> String {
        guard device.sensors.contains(sensor), let matrices = device.matrices else { return "" }
        let files = ["in_\(sensor.rawValue)_mount_matrix", "mount_matrix", "in_mount_matrix"]
        return files.compactMap { matrices[$0] }.first ?? ""
    }

    @Test func `finds the location that cros-ec gives`() throws {
        let option = ["--set", "iio:device1/location=base"]
        let probe = try Probe<Listed>("list", on: .named("chromebook-cros-ec-fifo"), option)
        #expect(probe.lines.map(\.location) == ["", "base", ""])
    }
}

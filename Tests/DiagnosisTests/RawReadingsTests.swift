import LinuxIO
import MotionCore
import Testing

@testable import Diagnosis
@testable import Sensors

@Suite struct RawReadingsTests {
    @Test func `readings become scans in SI units, those of a hub with their sign turned`() {
        var node = SensorNode(
            id: "iio:device3", name: "accel_3d", path: "/sys/devices/HID-SENSOR-200073/iio:device3",
            sensors: [.accel])
        let pair = SensorPair(accel: node, gyro: nil, reason: "")
        var state = DeviceState(node)
        state.attributes = [
            "in_accel_scale": .success("0.01"), "in_accel_y_scale": .success("0.1"),
            "in_accel_offset": .success("5"),
        ]
        var raw = RawReadings([state], pair)
        #expect(raw.sources.map(\.file) == ["x", "y", "z"].map { "\(node.path)/in_accel_\($0)_raw" })
        raw.readings = (0..<5).map {
            FileReading(file: $0 % 3, begin: Int64($0) * 10, end: Int64($0) * 10 + 4, text: .success("95"))
        }
        // The second round is not complete.
        #expect(raw.scans.count == 1)
        #expect(raw.scans.first?.time.nanoseconds == 12)
        let value = raw.scans.first?.value ?? .zero
        #expect((value - Vector3(-1, -10, -1)).length < 1e-9)
        #expect(raw.durations.count == 1 && abs(raw.durations[0] - 12e-6) < 1e-12)
        node.path = "/sys/devices/i2c-0/iio:device3"
        raw = RawReadings([state], SensorPair(accel: node, gyro: nil, reason: ""))
        raw.readings = (0..<3).map { FileReading(file: $0, begin: 0, end: 1, text: .success("95")) }
        #expect(raw.scans.first?.value.x == 1)
    }

    @Test(arguments: [
        (0, "0"), (9.80665, "9.81"), (0.000598, "0.000598"), (-0.00012345, "-0.000123"), (1600, "1600"),
        (123_456, "123000"), (99.96, "100"), (.infinity, "0"),
    ])
    func `a number has three digits that count`(value: Double, text: String) {
        #expect(short(value) == text)
    }
}

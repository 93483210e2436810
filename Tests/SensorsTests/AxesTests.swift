import MotionCore
import Plausibility
import Testing

@testable import Sensors

@Suite struct AxesTests {
    private static let hubPath =
        "/sys/devices/pci0000:00/0018:8086:22D8.0001/HID-SENSOR-200073.1.auto/iio:device0"
    private static let chipPath = "/sys/devices/platform/i2c-0/i2c-BMI0160:00/iio:device0"
    private static let quarter = "0, 1, 0; -1, 0, 0; 0, 0, 1"
    private static let half = "-1, 0, 0; 0, -1, 0; 0, 0, 1"

    private func node(_ path: String, _ sensors: Set<Sensor> = [.accel, .gyro]) -> SensorNode {
        SensorNode(id: "iio:device0", name: "chip", path: path, sensors: sensors)
    }

    private func other(_ path: String) -> SensorNode {
        SensorNode(id: "iio:device1", name: "gyro", path: path + "/../iio:device1", sensors: [.gyro])
    }

    private func axes(_ accel: SensorNode, _ gyro: SensorNode?) -> SensorAxes {
        SensorPair(accel: accel, gyro: gyro, reason: "test").axes
    }

    private func rotation(_ text: String, _ convention: MountMatrix.Convention) throws -> Rotation {
        try #require(MountMatrix(text)).rotation(for: convention)
    }

    @Test func `only a HID hub gives its readings with the other sign`() {
        #expect(node(Self.hubPath).convention == .hub)
        #expect(node(Self.chipPath).convention == .chip)
    }

    @Test func `without a matrix a hub stands as it is and a chip is turned half round`() {
        let hub = node(Self.hubPath), chip = node(Self.chipPath)
        #expect(axes(hub, hub) == SensorAxes())
        #expect(axes(chip, chip).accel.rotate(Vector3(1, 2, 3)) == Vector3(-1, -2, 3))
        #expect(axes(chip, chip).gyro.rotate(Vector3(1, 2, 3)) == Vector3(-1, -2, 3))
    }

    @Test func `udev's matrix goes before the kernel's, for both sensors of one chip`() throws {
        var chip = node(Self.chipPath)
        chip.accelMatrix = Self.half
        chip.gyroMatrix = Self.half
        #expect(axes(chip, chip).accel == (try rotation(Self.half, .chip)))
        chip.udevMatrix = Self.quarter
        #expect(axes(chip, chip).accel == (try rotation(Self.quarter, .chip)))
        #expect(axes(chip, chip).gyro == (try rotation(Self.quarter, .chip)))
    }

    @Test func `a matrix that is unusable is passed over`() throws {
        var chip = node(Self.chipPath)
        chip.udevMatrix = "0, 0, 0; 0, 0, 0; 0, 0, 0"
        chip.accelMatrix = Self.quarter
        #expect(axes(chip, nil).accel == (try rotation(Self.quarter, .chip)))
        chip.accelMatrix = "nonsense"
        #expect(axes(chip, nil).accel == MountMatrix.identity.rotation(for: .chip))
    }

    @Test func `a gyroscope of its own has its own matrix, else the accelerometer's`() throws {
        var accel = node(Self.hubPath, [.accel]), gyro = other(Self.hubPath)
        accel.accelMatrix = Self.quarter
        #expect(axes(accel, gyro).gyro == (try rotation(Self.quarter, .hub)))
        gyro.gyroMatrix = Self.half
        #expect(axes(accel, gyro).gyro == (try rotation(Self.half, .hub)))
        #expect(axes(accel, gyro).accel == (try rotation(Self.quarter, .hub)))
        accel.udevMatrix = Self.half
        gyro.gyroMatrix = ""
        #expect(axes(accel, gyro).gyro == (try rotation(Self.half, .hub)))
    }

    @Test func `one device may have a matrix for each sensor`() throws {
        var chip = node(Self.chipPath)
        chip.accelMatrix = Self.quarter
        chip.gyroMatrix = Self.half
        #expect(axes(chip, chip).accel == (try rotation(Self.quarter, .chip)))
        #expect(axes(chip, chip).gyro == (try rotation(Self.half, .chip)))
    }

    @Test func `a calibration goes before every matrix, for both sensors of one chip`() throws {
        let mounting = Rotation(x: .unitZ, y: .unitX)
        for path in [Self.chipPath, Self.hubPath] {
            var device = node(path)
            device.udevMatrix = Self.quarter
            device.accelMatrix = Self.half
            device.gyroMatrix = Self.half
            var pair = SensorPair(accel: device, gyro: device, reason: "test")
            pair.mounting = mounting
            #expect(pair.axes == SensorAxes(accel: mounting, gyro: mounting))
            pair.gyro = nil
            #expect(pair.axes.accel == mounting)
        }
    }

    @Test func `a gyroscope of its own keeps its matrix, and without one sits as calibrated`() throws {
        let mounting = Rotation(x: .unitZ, y: .unitX)
        var gyro = other(Self.hubPath)
        var pair = SensorPair(accel: node(Self.hubPath, [.accel]), gyro: gyro, reason: "test")
        pair.accel.udevMatrix = Self.quarter
        pair.mounting = mounting
        #expect(pair.axes == SensorAxes(accel: mounting, gyro: mounting))
        gyro.gyroMatrix = Self.half
        pair.gyro = gyro
        #expect(pair.axes == SensorAxes(accel: mounting, gyro: try rotation(Self.half, .hub)))
    }

    @Test func `what was learnt in one mounting does not count in another`() {
        let chip = node(Self.chipPath), experience = Experience()
        var pair = SensorPair(accel: chip, gyro: chip, reason: "test")
        experience[correctionOf: pair].gyroTurn = Rotation(x: .unitY, y: .unitZ)
        pair.accel.id = "iio:device7"
        #expect(experience[correctionOf: pair].gyroTurn == Rotation(x: .unitY, y: .unitZ))
        let before = pair.axes.gyro
        pair.mounting = Rotation(x: .unitZ, y: .unitX)
        #expect(experience[correctionOf: pair] == .none)
        #expect(chip.identity(mounted: before) != chip.identity(mounted: pair.axes.gyro))
        #expect(chip.identity(mounted: before) == chip.identity(mounted: before))
    }
}

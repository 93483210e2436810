import Glibc
import LinuxIO
import MotionCore
import MotionWire

@testable import Diagnosis
@testable import Sensors

/// A tablet with one chip, on which all is well: a daemon reads its buffer and the device lies still.
struct Machine {
    var evidence = Evidence()
    var chip = SensorNode(
        id: "iio:device0", name: "bmi160", path: "/sys/devices/i2c-0/iio:device0", sensors: [.accel, .gyro])
    var state: DeviceState
    var answer = Evidence.Answer(server: "parallaxd \(MotionWire.version)", health: .ok)
    /// No daemon, where there is one.
    var absence: Errno?

    init() {
        chip.hasBuffer = true
        chip.accelMatrix = "0, 1, 0; -1, 0, 0; 0, 0, 1"
        state = DeviceState(chip)
        state.driver = "bmi160_i2c"
        (state.isNodeThere, state.mayOpenNode) = (true, true)
        (state.mayReadReadings, state.mayChangeSettings) = (true, true)
        set([
            "buffer/enable": "0", "buffer/length": "2", "trigger/current_trigger": "bmi160-dev0",
            "in_accel_scale": "0.000598", "in_anglvel_scale": "0.001065",
            "in_accel_sampling_frequency": "100.000000",
            "sampling_frequency_available": "25 50 100 200", "scan_elements/in_accel_x_en": "0",
            "scan_elements/in_accel_y_en": "0", "scan_elements/in_accel_z_en": "0",
        ])
        evidence.kernel = "6.12.0"
        evidence.isRoot = true
        evidence.socket = "/run/parallaxd/parallaxd.sock"
        evidence.triggers = [Evidence.Trigger(name: "bmi160-dev0")]
        answer.device = SensorDevice(
            id: chip.id, name: chip.name, sensors: [.accel, .gyro], mode: .buffer, axes: pair.axes)
        answer.scans = Machine.rest(seconds: 2)
    }

    var pair: SensorPair { SensorPair(accel: chip, gyro: chip, reason: "in the display") }

    /// Changes the published matrices; the daemon uses them as they are.
    mutating func mount(kernel: String, udev: String? = nil) {
        chip.accelMatrix = kernel
        chip.udevMatrix = udev
        let axes = pair.axes
        answer.device?.axes = axes
    }

    mutating func set(_ attributes: [String: String]) {
        for (name, value) in attributes { state.attributes[name] = .success(value) }
    }

    mutating func setElements(_ values: [String]) {
        for (axis, value) in zip(["x", "y", "z"], values) {
            set(["scan_elements/in_accel_\(axis)_en": value])
        }
    }

    /// With readings that take so long, in ms.
    mutating func measure(milliseconds: Double, _ text: Result<String, Errno> = .success("9474")) {
        state.node = chip
        var raw = RawReadings([state], pair)
        let step = Int64(milliseconds * 1e6)
        raw.readings = (0..<12).map { index in
            FileReading(
                file: index % 6, begin: Int64(index) * step, end: Int64(index + 1) * step, text: text)
        }
        evidence.raw = raw
    }

    var findings: [String: Finding] {
        var evidence = evidence
        var state = state
        state.node = chip
        evidence.verdicts = Verdict.all(among: [chip])
        evidence.devices = [state]
        evidence.choice = .pair(pair)
        evidence.daemon = absence.map { .absent($0) } ?? .answers(answer)
        return Dictionary(uniqueKeysWithValues: evidence.findings.map { ($0.check, $0) })
    }

    /// Lying with its screen up; every other sample differs.
    static func rest(seconds: Double) -> [Scan] {
        (0..<Int(seconds * 100)).flatMap { index in
            let time = Timestamp(microseconds: Int64(index) * 10_000), noise = index % 2 == 0 ? 0.01 : -0.01
            return [
                Scan(sensor: .gyro, time: time, value: Vector3(noise / 10, 0, 0.002)),
                Scan(sensor: .accel, time: time, value: Vector3(noise, 0, 9.8)),
            ]
        }
    }

    /// Turned about changing axes for 20 s, as sensors see it that sit in the device as `axes` says.
    static func motion(in axes: SensorAxes) -> [Scan] {
        var attitude = Quaternion.identity
        return (0..<2000).flatMap { step in
            let t = Double(step) / 100, time = Timestamp(microseconds: Int64(step) * 10_000)
            let rate = Vector3(1.5 * sin(2 * t), 1.2 * cos(1.6 * t), 0.6 * sin(0.8 * t))
            let turn = Quaternion(w: 1, x: rate.x / 200, y: rate.y / 200, z: rate.z / 200)
            attitude = (attitude * turn).normalized
            return [
                Scan(sensor: .gyro, time: time, value: axes.gyro.turnBack(rate)),
                Scan(sensor: .accel, time: time, value: axes.accel.turnBack(.gravity * attitude.up)),
            ]
        }
    }
}

extension Rotation {
    fileprivate func turnBack(_ vector: Vector3) -> Vector3 { vector.x * x + vector.y * y + vector.z * z }
}

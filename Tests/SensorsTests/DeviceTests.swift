import Foundation
import MotionCore
import Testing

@testable import Sensors

/// What the daemon must make of a machine, and why.
struct Choice: Sendable, CustomTestStringConvertible {
    var machine: String
    /// Nil where it must not choose.
    var accel, gyro: String?
    /// The rows of R, the same for both sensors of each of these machines.
    var rows: [Vector3]
    /// What part of the sentence about a device must say.
    var verdicts: [String: String]

    init(
        _ machine: String, _ accel: String?, gyro: String? = nil, _ rows: [[Double]] = [],
        verdicts: [String: String]
    ) {
        self.machine = machine
        self.accel = accel
        self.gyro = gyro
        self.rows = rows.map { Vector3($0[0], $0[1], $0[2]) }
        self.verdicts = verdicts
    }

    var testDescription: String { machine }

    /// A hub without a matrix, and a chip.
    static let hub = [[1, 0, 0], [0, 1, 0], [0, 0, 1]] as [[Double]]
    static let chip = [[-1, 0, 0], [0, -1, 0], [0, 0, 1]] as [[Double]]

    // By DESIGN, section 3: the rows of R are M_x, M_y for a hub and -M_x, -M_y for a chip, then M_x × M_y.
    static let all = [
        // One chip has both. M = diag(1, -1, 1) of udev goes before the kernel's identity.
        Choice(
            "asus-t100-invn6500", "iio:device0", gyro: "iio:device0", [[-1, 0, 0], [0, 1, 0], [0, 0, -1]],
            verdicts: ["iio:device0": "chosen: an accelerometer with three axes"]),
        // One chip, udev's matrix alone: rows (0, -1, 0), (0, 0, -1).
        Choice(
            "ayaneo-2-bmi260", "iio:device0", gyro: "iio:device0", [[0, 1, 0], [0, 0, 1], [1, 0, 0]],
            verdicts: ["iio:device0": "chosen"]),
        Choice(
            "ayaneo-air-bmi160-irq", "iio:device0", gyro: "iio:device0",
            [[0, 1, 0], [0, 0, 1], [1, 0, 0]],
            verdicts: ["iio:device0": "chosen"]),
        // Two chips on one bus, both with the kernel's identity.
        Choice(
            "bytrail-tablet-bmc150-bmg160", "iio:device0", gyro: "iio:device1", chip,
            verdicts: ["iio:device0": "chosen", "iio:device1": "chosen: the gyroscope nearest to BMA250E"]),
        // The display's accelerometer; the gyroscope sits in the base and does not move with it.
        Choice(
            "chromebook-cros-ec-fifo", "iio:device0", hub,
            verdicts: [
                "iio:device0": "chosen: in the display", "iio:device1": "it sits in the base",
                "iio:device2": "it sits in the base",
            ]),
        // A base alone does not say how the display leans.
        Choice("dell-latitude-hid-base-only", nil, verdicts: ["iio:device0": "it sits in the base"]),
        Choice("gpd-win1-kiox000a-base", nil, verdicts: ["iio:device0": "it sits in the base"]),
        // udev's rows (0, -1, 0), (-1, 0, 0).
        Choice(
            "gpd-winmax2-bmi160-noirq", "iio:device0", gyro: "iio:device0",
            [[0, 1, 0], [1, 0, 0], [0, 0, -1]],
            verdicts: ["iio:device0": "chosen"]),
        // One hub, two devices, no matrix.
        Choice(
            "hid-ish-convertible-s32", "iio:device0", gyro: "iio:device2", hub,
            verdicts: ["iio:device0": "chosen", "iio:device2": "chosen: the gyroscope nearest"]),
        Choice(
            "hid-ite8350-yoga-s16in32", "iio:device4", gyro: "iio:device2", hub,
            verdicts: ["iio:device4": "chosen", "iio:device2": "chosen: the gyroscope nearest"]),
        // x alone.
        Choice(
            "iio-simple-dummy", nil, verdicts: ["iio:device0": "only 1 of the 3 axes of an accelerometer"]),
        // Two hubs of one maker; the gyroscope has no matrix and takes the accelerometer's (0, 1, 0), (-1, 0,
        // 0).
        Choice(
            "legion-go-amd-sfh", "iio:device2", gyro: "iio:device1", [[0, 1, 0], [-1, 0, 0], [0, 0, 1]],
            verdicts: ["iio:device2": "chosen", "iio:device1": "chosen: the gyroscope nearest"]),
        // udev's (0, 1, 0), (-1, 0, 0) goes before the kernel's, which says the opposite.
        Choice(
            "lenovo-d330-bosc0200", "iio:device0", [[0, -1, 0], [1, 0, 0], [0, 0, 1]],
            verdicts: ["iio:device0": "chosen"]),
        Choice(
            "linx1020-da280-polled", "iio:device0", [[-1, 0, 0], [0, 1, 0], [0, 0, -1]],
            verdicts: ["iio:device0": "chosen"]),
        Choice("minibook-x-mxc4005-be", "iio:device0", chip, verdicts: ["iio:device0": "chosen"]),
        // A reflection of the device tree: (0, 1, 0), (-1, 0, 0) for both types.
        Choice(
            "pinephone-mpu6050", "iio:device1", gyro: "iio:device1", [[0, -1, 0], [1, 0, 0], [0, 0, 1]],
            verdicts: ["iio:device1": "chosen"]),
        // One chip that the kernel shows as two devices.
        Choice(
            "phone-lsm9ds1-split", "iio:device1", gyro: "iio:device0", chip,
            verdicts: ["iio:device1": "chosen", "iio:device0": "chosen: the gyroscope nearest"]),
        // udev's (-1, 0, 0), (0, 1, 0) was made for this chip, so it counts for its gyroscope too.
        Choice(
            "rog-ally-x-bmi323", "iio:device0", gyro: "iio:device0", [[1, 0, 0], [0, -1, 0], [0, 0, -1]],
            verdicts: ["iio:device0": "chosen"]),
        Choice(
            "surface3-hid-stuck", "iio:device2", gyro: "iio:device1", hub,
            verdicts: ["iio:device2": "chosen", "iio:device1": "chosen: the gyroscope nearest"]),
        // The base has the lower number; the display's matrix is -1 on all axes.
        Choice(
            "teclast-f6pro-kiox-dual", "iio:device1", hub,
            verdicts: ["iio:device1": "chosen: in the display", "iio:device0": "it sits in the base"]),
    ]
}

@Suite struct DeviceTests {
    @Test(arguments: Choice.all)
    func `the right sensors of a known machine, with the right axes and values`(choice: Choice) throws {
        let (machine, report) = try Machine.probe(choice.machine, scans: 10)
        #expect(machine.accel == choice.accel)
        for (id, words) in choice.verdicts {
            #expect(try #require(machine.verdicts[id]).contains(words), "\(machine.verdicts)")
        }
        #expect(report.changed.isEmpty)
        guard let accel = choice.accel else {
            #expect(machine.failure?.isEmpty == false)
            #expect(report.written.isEmpty)
            return
        }
        #expect(machine.gyro == (choice.gyro == accel ? nil : choice.gyro))
        #expect(machine.sensors == (choice.gyro == nil ? ["accel"] : ["accel", "gyro"]))
        #expect(machine.axes[0] == elements(choice.rows))
        if choice.gyro != nil { #expect(machine.axes[1] == elements(choice.rows)) }
        try check(.accel, of: accel, machine, choice)
        if let gyro = choice.gyro { try check(.gyro, of: gyro, machine, choice) }
        checkRate(accel, report)
    }

    private func elements(_ rows: [Vector3]) -> [Double] {
        // Zero without a sign.
        rows.flatMap { [$0.x, $0.y, $0.z] }.map { $0 + 0 }
    }

    private func check(
        _ sensor: Sensor, of id: String, _ machine: Machine, _ choice: Choice
    ) throws {
        let device = try Expectation(of: choice.machine).device(id)
        let readings = machine.readings.filter { $0.sensor == sensor.rawValue }
        #expect(readings.count == 10)
        guard device.layout != nil else { return }
        // A hub reads the other sign of specific force.
        let isHub = choice.machine.contains("hid") || choice.machine.contains("sfh")
        let sign: Double = sensor == .accel && isHub ? -1 : 1
        for (reading, raw) in zip(readings, try device.values(sensor, of: choice.machine)) {
            let scan = sign * raw
            #expect(reading.scan == [scan.x, scan.y, scan.z])
            #expect(reading.sample == choice.rows.map { $0.dot(scan) })
        }
    }

    /// What offers 100 Hz runs at no less.
    private func checkRate(_ id: String, _ report: Machine.Report) {
        for (attribute, value) in report.running
        where attribute.hasPrefix(id) && attribute.hasSuffix("sampling_frequency") {
            #expect(Double(value).map { $0 >= 100 } == true, "\(attribute) is \(value)")
        }
    }

    @Test func `every machine of the fixtures is in the table`() throws {
        let names = try FileManager.default
            .contentsOfDirectory(atPath: Machine.fixtures.appending(path: "devices").path)
            .filter { $0 != "README.md" }
        #expect(Set(names) == Set(Choice.all.map { $0.machine }))
    }

    @Test func `a machine on which libiio fails is polled, and told why`() throws {
        let options = ["--set", "iio:device0/scan_elements/in_accel_linear_x_en=0"]
        let (machine, report) = try Machine.probe("phone-lsm9ds1-split", scans: 5, options)
        #expect(machine.mode == "poll")
        #expect(try #require(machine.remark).contains("libiio makes nothing of iio:device0"))
        #expect(!report.written.contains { $0.contains("buffer/") })
    }
}

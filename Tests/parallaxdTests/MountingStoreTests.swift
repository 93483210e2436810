import Foundation
import LinuxIO
import MotionCore
import MotionWire
import TestSupport
import Testing

@testable import parallaxd

@Suite(.timeLimit(.minutes(10))) struct MountingStoreTests {
    private let folder: Folder
    private let directory: StateDirectory
    private let device = "bmi160 /sys/devices/pci/i2c-1"
    private let rotation = Rotation(x: .unitZ, y: .unitX)

    private var store: MountingStore { MountingStore(directory: directory, log: Log(.error)) }

    init() throws {
        folder = try Folder()
        directory = StateDirectory(path: folder.path + "/state")
    }

    private func save(_ device: String) throws {
        let stored = StoredMounting(device: device, date: 1_790_000_000, rotation: rotation)
        try directory.write(stored.text, to: directory.file("mounting", of: device))
    }

    @Test func `a calibration is found for its accelerometer only`() throws {
        #expect(store.load(device) == nil)
        try save(device)
        #expect(store.load(device) == rotation)
        #expect(store.load(device + "2") == nil)
        #expect(MountingStore(directory: nil, log: Log(.error)).load(device) == nil)
    }

    @Test(arguments: ["", "parallaxd mounting 1\n", "\u{0}\u{0}"])
    func `a broken file is ignored`(text: String) throws {
        try directory.write(text, to: directory.file("mounting", of: device))
        #expect(store.load(device) == nil)
    }

    @Test func `a file that was copied from another accelerometer is ignored`() throws {
        try save(device)
        let other = device + "2"
        try FileManager.default.copyItem(
            atPath: directory.file("mounting", of: device), toPath: directory.file("mounting", of: other))
        #expect(store.load(other) == nil)
    }

    /// udev has a matrix for this machine, and the kernel another.
    private let parent = "/sys/devices/pci0000:00/0000:00:15.0/i2c_designware.0/i2c-0/i2c-BOSC0200:00"
    private let name = "BMA253/BMA254/BMA255/BMC150/BMC156/BMI055"

    private func axes() throws -> (device: SensorDevice, remark: String, log: String) {
        let socket = folder.path + "/s"
        let daemon = try DaemonProcess(
            ["--socket", socket], behind: DaemonProcess.machine("lenovo-d330-bosc0200"),
            ["STATE_DIRECTORY": directory.path])
        try daemon.listen()
        let client = try DaemonClient(socket)
        let device = try client.first { message -> SensorDevice? in
            switch message {
            case .hello(let hello): hello.device
            case .state(let change): change.device
            default: nil
            }
        }
        let remark = try client.ask(.status)["remark"]?.string ?? ""
        kill(client.daemon.pid, SIGTERM)
        _ = try daemon.end()
        return (device, remark, daemon.complaints)
    }

    @Test func `the daemon believes a calibration before udev and kernel, and says so`() throws {
        try save("\(name) \(parent)")
        let (device, remark, _) = try axes()
        #expect(device.axes.accel == rotation)
        #expect(remark.contains("mounted as calibrated"))
    }

    @Test func `the daemon warns of a broken calibration and goes on without`() throws {
        let file = directory.file("mounting", of: "\(name) \(parent)")
        try directory.write("nonsense", to: file)
        let (device, remark, log) = try axes()
        #expect(device.axes.accel == Rotation(x: -.unitY, y: .unitX))
        #expect(!remark.contains("calibrated"))
        #expect(log.contains("<4>\(file) is ignored"))
    }
}

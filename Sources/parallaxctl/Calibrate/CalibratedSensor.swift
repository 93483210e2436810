import LinuxIO
import MotionCore
import MotionWire
import Sensors

/// The accelerometer that the daemon reads, and what can be kept about it on this machine.
struct CalibratedSensor {
    let node: SensorNode
    /// Where the daemon looks; nil where nothing is to be saved.
    private let directory: StateDirectory?
    /// Nil where no entry is wanted.
    private let hwdb: HwdbKey?

    /// Before anybody is asked to do anything: throws where what is wanted cannot be had.
    ///
    /// `devices` is the daemon's list, `daemon` the user that it runs as.
    init(_ device: SensorDevice, among devices: JSON, of daemon: UInt32, _ options: Options) throws(Failure) {
        let found = devices.array?.first { $0["id"]?.string == device.id }
        guard let found, let name = found["name"]?.string, let path = found["path"]?.string else {
            throw Failure(
                .unavailable, "\(printable(device.id)) is no sensor of a machine: there is nothing to keep")
        }
        guard fileExists(path) else {
            throw Failure(
                .unavailable,
                "this machine has no \(printable(path)): run it on the one where the daemon runs")
        }
        node = SensorNode(id: device.id, name: name, path: path, sensors: device.sensors)
        directory = options.save ? try stateDirectory(of: daemon) : nil
        hwdb = options.hwdb ? try HwdbKey(node) : nil
    }

    /// Keeps a rotation as was wanted, and tells of it in `report`.
    func keep(_ rotation: Rotation, _ report: inout CalibrationReport) throws(Failure) {
        report.entry = hwdb?.entry(rotation, for: node)
        guard let directory else { return }
        let stored = StoredMounting(device: node.identity, date: secondsSince1970(), rotation: rotation)
        let file = directory.file("mounting", of: node.identity)
        try attempt(file, or: .cannotCreate) { () throws(Errno) in try directory.write(stored.text, to: file)
        }
        report.file = file
    }
}

private func stateDirectory(of daemon: UInt32) throws(Failure) -> StateDirectory {
    guard let directory = StateDirectory(of: daemon) else {
        throw Failure(.noPermission, "the daemon runs as user \(daemon): run this as that user too")
    }
    guard directory.isWritable else {
        let remedy = daemon == 0 && ownUser != 0 ? ": run it with sudo" : ""
        throw Failure(.noPermission, "no permission to write to \(directory.path)\(remedy)")
    }
    return directory
}

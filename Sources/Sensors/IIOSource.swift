import LinuxIO
package import MotionCore
import Plausibility

/// A device of this machine, and the gyroscope beside it.
package final class IIOSource: MotionSource {
    package private(set) var device: SensorDevice
    package private(set) var meaning = 0
    private let pair: SensorPair
    /// How both sit in the device, before corrections.
    private let axes: SensorAxes
    private var accel: SensorReader
    /// Where the gyroscope is another device.
    private var gyro: SensorReader?
    /// Why there is no gyroscope although the machine has one.
    private var loss: String?
    private var losses = 0
    private var correction: Correction
    private var gravityCheck = GravityCheck()
    private var turnCheck = TurnCheck()
    private let experience: Experience
    private let start: (SensorNode, Set<Sensor>, Double) throws(SourceFailure) -> SensorReader
    /// The frames a second that the fastest client wants.
    private var rate: Double

    /// Starts the sensors; `notes` is where the settings are kept that this changes, `rate` the frames a
    /// second that the fastest client wants.
    package init(
        _ pair: SensorPair, in catalog: DeviceCatalog, notes: String?, _ experience: Experience,
        rate: Double = 0
    ) throws(SourceFailure) {
        start = { (node, sensors, rate) throws(SourceFailure) in
            try SensorReader(
                node, sensors, in: catalog, notes: notes, experience, rate: rate, at: monotonicNanoseconds())
        }
        self.rate = rate
        self.pair = pair
        axes = pair.axes
        self.experience = experience
        correction = experience[correctionOf: pair]
        let isOneDevice = pair.gyro != nil && pair.separateGyro == nil
        do throws(SourceFailure) {
            accel = try start(pair.accel, isOneDevice ? [.accel, .gyro] : [.accel], rate)
        } catch {
            guard isOneDevice, error != .removed else { throw error }
            accel = try start(pair.accel, [.accel], rate)
            loss = "its gyroscope is left out: \(error.sentence)"
        }
        if let node = pair.separateGyro {
            do throws(SourceFailure) { gyro = try start(node, [.gyro], rate) } catch {
                loss = "\(node.title) is left out: \(error.sentence)"
            }
        }
        device = SensorDevice(
            id: pair.accel.id, name: pair.accel.name, sensors: [.accel], mode: .poll, axes: SensorAxes())
        describe()
    }

    private var readers: [SensorReader] { [accel] + (gyro.map { [$0] } ?? []) }

    private var hasGyro: Bool {
        loss == nil && !correction.isGyroDead && (gyro != nil || accel.sensors.contains(.gyro))
    }

    package var gyroscope: String? { hasGyro ? pair.gyro?.identity(mounted: device.axes.gyro) : nil }

    package var descriptors: [CInt] { readers.flatMap(\.descriptors) }

    package var generation: Int { readers.reduce(losses) { $0 + $1.generation } }

    /// What people should know: why the sensors are not read in the best way, and what was put right.
    package var remark: String? {
        let mounting = pair.mounting == nil ? [] : ["mounted as calibrated"]
        let sentences =
            readers.compactMap(\.remark) + (loss.map { [$0] } ?? []) + correction.sentences + mounting
        return sentences.isEmpty ? nil : sentences.joined(separator: "; ")
    }

    package var lacksRights: Bool { readers.contains(where: \.lacksRights) }

    package func heedTrigger() { for reader in readers { reader.heedTrigger() } }

    package func complaint(at now: Int64) -> String? { accel.finding(at: now).sentence }

    package func hasten(to rate: Double, at now: Int64) {
        self.rate = max(self.rate, rate)
        for reader in readers { reader.hasten(to: rate, at: now) }
    }

    package func tend(at now: Int64) throws(SourceFailure) {
        try each { (reader) throws(SourceFailure) in try reader.tend(at: now) }
    }

    package func read(_ body: (Scan, Sample) -> Void) throws(SourceFailure) {
        let now = monotonicNanoseconds()
        try each { (reader) throws(SourceFailure) in try reader.read(at: now) { take($0, body) } }
    }

    /// A gyroscope that cannot be read is left out, and the accelerometer goes on alone.
    private func each(_ body: (SensorReader) throws(SourceFailure) -> Void) throws(SourceFailure) {
        defer { describe() }
        do throws(SourceFailure) { try body(accel) } catch {
            guard error != .removed, accel.sensors.contains(.gyro) else { throw error }
            losses = generation + 1
            // First, or the settings that it changed would count as found.
            accel.close()
            accel = try start(pair.accel, [.accel], rate)
            loss = "its gyroscope is left out: \(error.sentence)"
        }
        guard let reader = gyro else { return }
        do throws(SourceFailure) { try body(reader) } catch {
            guard error != .removed else { throw error }
            losses = generation + 1
            gyro = nil
            loss = "\(reader.node.title) is left out: \(error.sentence)"
        }
    }

    private func take(_ scan: Scan, _ body: (Scan, Sample) -> Void) {
        guard scan.sensor == .accel || loss == nil else { return }
        let scan = correction.apply(to: scan)
        let sample = device.axes.sample(scan)
        if scan.sensor == .accel, let factor = gravityCheck.update(scan.value, at: scan.time) {
            correct { $0.accelScale *= factor }
            turnCheck = TurnCheck()
        }
        if let finding = turnCheck.update(sample) { heed(finding) }
        if hasGyro || scan.sensor == .accel { body(scan, sample) }
    }

    private func heed(_ finding: TurnCheck.Finding) {
        switch finding {
        case .agrees: break
        case .dead: correct { $0.isGyroDead = true }
        case .differs(let rotation, let scale):
            correct {
                $0.gyroTurn = rotation * $0.gyroTurn
                $0.gyroScale *= scale
            }
        }
    }

    private func correct(_ change: (inout Correction) -> Void) {
        change(&correction)
        experience[correctionOf: pair] = correction
        meaning += 1
        describe()
    }

    private func describe() {
        device.gyro = hasGyro ? gyro?.node.id : nil
        device.sensors = hasGyro ? [.accel, .gyro] : [.accel]
        device.mode = accel.attempt == .poll ? .poll : .buffer
        device.axes = correction.apply(to: axes)
    }
}

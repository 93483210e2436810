import Fusion
import LinuxIO
import MotionCore
import MotionWire
import Sensors

/// The one owner of sensors, filter and neutral pose.
///
/// Several would fight over the sensor's rate, so there is no way to make a second one.
@MainActor final class MotionManager {
    static let shared = MotionManager()

    private init() {}

    /// Without a sample for this long, in nanoseconds, a source is stale.
    static let patience: Int64 = 500_000_000

    private(set) var health = Health(.noDevice, reason: "asleep until a client comes")
    private(set) var device: SensorDevice?
    private(set) var rates: [Sensor: RateMeter] = [:]
    private var supply: SensorSupply?
    private var biases: BiasStore?
    private var source: (any MotionSource)? {
        didSet { generation += 1 }
    }
    /// Changes with every source.
    private(set) var generation = 0
    private var filter: MotionFilter?
    /// On `CLOCK_MONOTONIC`, in nanoseconds.
    private var lastSample: Int64 = 0
    private var retry = Backoff()

    /// What clients are told when it changes.
    var state: StateChange { StateChange(health: health, device: device) }

    /// Why the device's own buffer is not used; nil where it is, or where there is none.
    var remark: String? { (source as? IIOSource)?.remark }

    /// Each is readable while `read` has something to do.
    var descriptors: [CInt] { source?.descriptors ?? [] }

    func take(_ supply: SensorSupply, biases: BiasStore? = nil) {
        self.supply = supply
        self.biases = biases
    }

    /// Starts the sensors, if it is time to try.
    func wake(at now: Int64) {
        guard source == nil, let supply, retry.isDue(at: now) else { return }
        do throws(Shortage) {
            let source = try supply.open()
            if device != source.device || filter == nil {
                filter = newFilter(for: source)
            }
            self.source = source
            device = source.device
            rates = [:]
            lastSample = now
            health = .ok
            retry = Backoff()
        } catch {
            lose(error, at: now)
        }
    }

    /// Lets go of the sensors; the filter keeps what it knows of the gyroscope.
    func sleep() {
        keepBias()
        source = nil
        retry = Backoff()
    }

    /// What stood in the way may be gone: the next try need not wait.
    func retryAtOnce() { retry = Backoff() }

    /// Takes what the sensors have. `body` gets each scan as it came.
    func read(at now: Int64, _ body: (Scan) -> Void) {
        guard let source else { return }
        do throws(SourceFailure) {
            try source.read { scan, sample in
                filter?.update(sample)
                rates[scan.sensor, default: RateMeter()].add(scan.time)
                lastSample = now
                body(scan)
            }
            if source.device != device { device = source.device }
            judge(at: now)
        } catch {
            lose(Shortage(error, of: source.device.name), at: now)
            if error == .ended { retry.giveUp() }
        }
    }

    /// The pose at a moment, while the sensors are in order.
    func motion(at now: Int64) -> Motion? {
        judge(at: now)
        guard health.state == .ok else { return nil }
        return filter?.motion(at: Timestamp(nanoseconds: now))
    }

    func recenter(at now: Int64) { filter?.recenter(at: Timestamp(nanoseconds: now)) }

    private func judge(at now: Int64) {
        guard source != nil else { return }
        health =
            now - lastSample < MotionManager.patience ? .ok : Health(.stale, reason: "no sample for 0.5 s")
    }

    private func newFilter(for source: any MotionSource) -> MotionFilter {
        var settings = MotionFilter.Settings()
        if let stored = source.gyroscope.flatMap({ biases?.load($0) }) { settings.attitude.use(stored) }
        return MotionFilter(sensors: source.device.sensors, settings: settings)
    }

    private func keepBias() {
        guard let gyroscope = source?.gyroscope,
            let stored = filter?.storedBias(device: gyroscope, date: secondsSince1970())
        else { return }
        biases?.save(stored)
    }

    private func lose(_ shortage: Shortage, at now: Int64) {
        keepBias()
        source = nil
        device = nil
        health = shortage.health
        retry.fail(at: now)
    }
}

/// When to try again: after 1, 2, 4 … 60 s.
struct Backoff {
    private var pause: Int64 = 1
    private var next: Int64 = 0

    func isDue(at now: Int64) -> Bool { now >= next }

    mutating func fail(at now: Int64) {
        next = now + pause * 1_000_000_000
        pause = min(60, pause * 2)
    }

    mutating func giveUp() { next = .max }
}

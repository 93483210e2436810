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

    /// The clocks' difference wavers by less than this, in nanoseconds.
    private static let nap: Int64 = 100_000_000

    private static let asleep = Health(.noDevice, reason: "asleep until a client comes")

    private(set) var health = MotionManager.asleep
    private(set) var device: SensorDevice?
    private(set) var rates: [Sensor: RateMeter] = [:]
    /// The frames a second that the fastest client wants.
    private var rate = 0.0
    private var supply: SensorSupply?
    private var biases: BiasStore?
    private var source: (any MotionSource)? {
        didSet { sources += 1 }
    }
    private var sources = 0
    /// What the filter was made for.
    private var meaning = 0
    private var filter: MotionFilter?
    /// Those of clients that were recentred for themselves.
    private var neutrals: [UInt64: NeutralPose] = [:]
    /// On `CLOCK_MONOTONIC`, in nanoseconds.
    private var lastSample: Int64 = 0
    private var opened: Int64 = 0
    private var retry = Backoff()
    /// Whether what went wrong is told until a sample shows that it is over.
    private var isUnproven = false
    /// How long the machine had slept when that was looked at last, in nanoseconds.
    private var slept = sleepNanoseconds()

    /// What clients are told when it changes.
    var state: StateChange { StateChange(health: health, device: device) }

    /// What people should know about how the sensors are read; nil where all is as it should be.
    var remark: String? { source?.remark }

    /// Each is readable while `read` has something to do.
    var descriptors: [CInt] { source?.descriptors ?? [] }

    /// Motion comes from there from now on, once `wake` is called.
    func take(_ supply: SensorSupply, biases: BiasStore? = nil) {
        sleep()
        device = nil
        health = MotionManager.asleep
        self.supply = supply
        self.biases = biases
    }

    /// Changes with the descriptors.
    var generation: Generation { Generation(source: sources, inside: source?.generation ?? 0) }

    struct Generation: Equatable {
        var source = 0
        var inside = 0
    }

    /// Starts the sensors, if it is time to try.
    func wake(at now: Int64) {
        guard source == nil, let supply, retry.isDue(at: now) else { return }
        do throws(Shortage) {
            let source = try supply.open(rate: rate)
            self.source = source
            follow(source, isNew: filter == nil || device != source.device)
            rates = [:]
            opened = now
            lastSample = now
            if !isUnproven { health = .ok }
        } catch {
            lose(error, at: now)
        }
    }

    /// What the samples mean may change: then the filter begins anew.
    private func follow(_ source: any MotionSource, isNew: Bool) {
        let sensors = device?.sensors
        device = source.device
        guard isNew || meaning != source.meaning || sensors != source.device.sensors else { return }
        meaning = source.meaning
        filter = newFilter(for: source)
        neutrals = [:]
    }

    /// Heeds the frames a second that the fastest client wants.
    ///
    /// Sensors are only ever hastened, for a change interrupts them; they slow down over a sleep.
    func pace(for rate: Double, at now: Int64) {
        guard rate != self.rate else { return }
        self.rate = rate
        source?.hasten(to: rate, at: now)
    }

    /// Looks after the sensors, several times a second.
    func tend(at now: Int64) {
        noticeSleep()
        wake(at: now)
        guard let source else { return }
        do throws(SourceFailure) {
            try source.tend(at: now)
            follow(source, isNew: false)
        } catch {
            lose(Shortage(error, of: source.device.name), at: now, isGone: error == .removed)
        }
    }

    /// Over a sleep of the machine sensors forget rate and trigger: all is set up again.
    private func noticeSleep() {
        let before = slept
        slept = sleepNanoseconds()
        guard slept - before > MotionManager.nap, source != nil else { return }
        letGo()
        retry = Backoff()
        isUnproven = true
        let seconds = Double(slept - before) * 1e-9
        health = Health(.suspended, reason: "the machine slept for \(Int(seconds.rounded())) s")
    }

    /// Lets go of the sensors; the filter keeps what it knows of the gyroscope.
    func sleep() {
        letGo()
        retry = Backoff()
        isUnproven = false
    }

    /// What stood in the way may be gone: the next try need not wait.
    func retryAtOnce() { retry = Backoff() }

    /// A device came, went or changed hands: the next try need not wait, and what runs may be gone, or no
    /// longer the best.
    ///
    /// udev's events come once it has given the rights.
    func heed(_ event: DeviceMonitor.Event, at now: Int64) {
        guard event.device.hasPrefix("iio:device") else {
            source?.heedTrigger()
            return
        }
        retry = Backoff()
        guard let source, let device, let supply else { return }
        let isOurs = event.device == device.id || event.device == device.gyro
        if event.action == "remove", isOurs {
            lose(Shortage(.removed, of: device.name), at: now, isGone: true)
        } else if event.action == "add" || event.action == "change",
            isOurs && source.lacksRights || !supply.isStillBest
        {
            letGo()
        }
    }

    /// Takes what the sensors have. `body` gets each scan as it came.
    func read(at now: Int64, _ body: (Scan) -> Void) {
        guard let source else { return }
        do throws(SourceFailure) {
            try source.read { scan, sample in
                follow(sample)
                rates[scan.sensor, default: RateMeter()].add(scan.time)
                lastSample = now
                if isUnproven {
                    isUnproven = false
                    retry = Backoff()
                }
                body(scan)
            }
            follow(source, isNew: false)
            judge(at: now)
        } catch {
            lose(Shortage(error, of: source.device.name), at: now, isGone: error == .removed)
            if error == .ended { retry.giveUp() }
        }
    }

    /// The pose at a moment, while the sensors are in order.
    func tick(_ sequence: Int64, at now: Int64) -> Views.Tick? {
        judge(at: now)
        let time = Timestamp(nanoseconds: now)
        guard health.state == .ok, let filter, let motion = filter.motion(at: time),
            let next = filter.motion(at: time.advanced(bySeconds: Views.step))
        else { return nil }
        return Views.Tick(sequence: sequence, motion: motion, next: next, filter: filter, neutrals: neutrals)
    }

    var latestMotion: Motion? { filter?.motion(at: Timestamp(nanoseconds: lastSample)) }

    /// Standard deviation of the gyroscope's offset, in rad/s.
    var biasDeviation: Vector3? { filter?.biasDeviation }

    /// Makes the present pose neutral for everybody.
    func recenter(at now: Int64) {
        let time = Timestamp(nanoseconds: now)
        filter?.recenter(at: time)
        for client in neutrals.keys { neutrals[client]?.recenter(at: time) }
    }

    /// Makes the present pose neutral for one client, which from then on has a neutral of its own.
    func recenter(_ client: UInt64, at now: Int64) {
        guard let filter else { return }
        neutrals[client, default: filter.neutral].recenter(at: Timestamp(nanoseconds: now))
    }

    /// Forgets the neutrals of clients that are gone.
    func keepNeutrals(_ isConnected: (UInt64) -> Bool) {
        if !neutrals.isEmpty { neutrals = neutrals.filter { isConnected($0.key) } }
    }

    private func follow(_ sample: Sample) {
        filter?.update(sample)
        guard !neutrals.isEmpty, let filter else { return }
        for client in neutrals.keys { neutrals[client]?.update(with: filter) }
    }

    private func judge(at now: Int64) {
        guard let source else { return }
        let isSilent = now - lastSample >= MotionManager.patience
        if isUnproven, !isSilent { return }
        let complaint = source.complaint(at: now) ?? (isSilent ? "no sample for 0.5 s" : nil)
        health = complaint.map { Health(.stale, reason: $0) } ?? .ok
    }

    private func newFilter(for source: any MotionSource) -> MotionFilter {
        var settings = MotionFilter.Settings()
        if let stored = source.gyroscope.flatMap({ biases?.load($0) }) { settings.attitude.use(stored) }
        return MotionFilter(sensors: source.device.sensors, settings: settings)
    }

    /// Nothing that was learnt of the gyroscope is lost.
    private func letGo() {
        if let gyroscope = source?.gyroscope,
            let stored = filter?.storedBias(device: gyroscope, date: secondsSince1970())
        {
            biases?.save(stored)
        }
        source = nil
    }

    /// One that is gone may come back at any moment, under another number.
    private func lose(_ shortage: Shortage, at now: Int64, isGone: Bool = false) {
        letGo()
        device = nil
        health = shortage.health
        if isGone {
            supply?.forget()
        } else {
            retry.fail(at: now)
            isUnproven = true
        }
    }
}

import LinuxIO
import MotionCore
import Plausibility

/// One IIO device, read in whichever way gives scans.
final class SensorReader {
    /// In order for so long, in nanoseconds, a remedy has helped: every fault shows within half of it.
    private static let relief: Int64 = 2_000_000_000
    /// In order for so long, in nanoseconds, a device counts as well again.
    private static let steadiness: Int64 = 10_000_000_000

    /// Raw readings a second that are too few, the rate that may help, and the nanoseconds until that is
    /// judged.
    private static let slow = 40.0
    private static let hurry = 400.0
    private static let judgement: Int64 = 1_000_000_000
    /// The longest that a raw reading may take, in nanoseconds.
    private static let longest: Int64 = 20_000_000_000

    let node: SensorNode
    let sensors: Set<Sensor>
    /// Why it is not read in the best way; nil where it is.
    private(set) var remark: String?
    /// Changes with the descriptor.
    private(set) var generation = 0
    var stream: SensorStream?
    var recovery: Recovery
    /// Where the buffer is iio-sensor-proxy's.
    var loan: BufferLoan?
    /// Reads raw beside the buffer, to see whether the proxy could.
    var trial: SensorStream?
    private var watch: Watch
    var obstacles: [String] = []
    /// Whether a better way was refused for want of rights, which udev may give yet.
    private(set) var lacksRights = false
    private var isHurried = false
    private var isLearnt = false
    /// Scans since the stream was opened.
    private var count = 0
    private var opened: Int64
    /// When something was wrong last, in nanoseconds.
    private var troubled: Int64
    /// Scans a second that are asked for.
    private var rate: Double
    let catalog: DeviceCatalog
    private let notes: String?
    let experience: Experience

    init(
        _ node: SensorNode, _ sensors: Set<Sensor>, in catalog: DeviceCatalog, notes: String?,
        _ experience: Experience, rate: Double, at now: Int64
    ) throws(SourceFailure) {
        self.node = node
        self.rate = node.wantedRate(for: rate)
        self.sensors = sensors
        self.catalog = catalog
        self.notes = notes
        self.experience = experience
        recovery = experience.recovery(for: node)
        if experience.blocksRaw[node.path] == true { obstacles = [SensorReader.blinding] }
        if node.proxyUse == .buffers, node.hasBuffer {
            do throws(Errno) { loan = try BufferLoan(node) } catch {
                throw .failed("\(node.title): its buffer cannot be watched", error)
            }
        }
        watch = Watch(steps: [:], at: now)
        troubled = now
        opened = now
        let failure = open(at: now)
        if stream == nil { throw SensorReader.failure(failure ?? .noDevice, node) }
    }

    var attempt: Attempt { stream?.attempt ?? .poll }

    /// Each is readable while `read` has something to do.
    var descriptors: [CInt] { [stream?.descriptor, trial?.descriptor, loan?.descriptor].compactMap(\.self) }

    func finding(at now: Int64) -> Watch.Finding { watch.finding(at: now) }

    func read(at now: Int64, _ body: (Scan) -> Void) throws(SourceFailure) {
        heedLoan(at: now)
        heedTrial(at: now)
        guard let error = drain(at: now, body) else { return }
        if error == .noDevice { throw .removed }
        // A buffer that breaks may still be polled.
        guard attempt != .poll else { throw SensorReader.failure(error, node) }
        obstacles.append("\(attempt.title) broke (\(error))")
        perform(recovery.step(after: .refused, at: now), at: now)
    }

    /// Hands over what waits. Returns what went wrong: by then nothing keeps the stream from being closed.
    private func drain(at now: Int64, _ body: (Scan) -> Void) -> Errno? {
        do throws(Errno) {
            try stream?.read { scan, isSaturated in
                if scan.sensor == sensors.first { count += 1 }
                watch.note(scan.sensor, scan.value, isSaturated: isSaturated, at: now)
                body(scan)
            }
            return nil
        } catch {
            return error
        }
    }

    /// Puts back what it changed; it gives nothing any more.
    func close() {
        // A claim that has come by now is not to be switched off.
        if attempt == .loan, hasClaim { stream?.isClaimed = true }
        trial = nil
        stream = nil
    }

    deinit { close() }

    /// A timer goes at its own pace until there are the rights to set it.
    func heedTrigger() { if attempt == .timer { stream?.raise(to: rate) } }

    /// Gives as many scans a second as a client wants frames, if the device can.
    func hasten(to rate: Double, at now: Int64) {
        self.rate = max(self.rate, rate)
        let isSlow = stream.map { $0.rate < rate && $0.wantedRate < rate } ?? false
        if isSlow { perform(.open(attempt), at: now) }
    }

    /// Sees to it that scans come.
    func tend(at now: Int64) throws(SourceFailure) {
        // A device that is gone says so only when it is read.
        if watch.finding(at: now) == .silent { try read(at: now) { _ in } }
        if watch.isProven, !isLearnt { learn() }
        hurry(at: now)
        let finding = stream == nil ? .silent : watch.finding(at: now)
        // A raw reading may take seconds, and another thread would not be faster.
        if finding == .silent, stream?.attempt == .poll, watch.silence(at: now) < SensorReader.longest {
            return
        }
        guard finding != .fine else {
            if watch.isProven, now - troubled >= SensorReader.relief { recovery.succeed() }
            if now - troubled >= SensorReader.steadiness { recovery.settle() }
            if let step = recovery.retry(at: now) { perform(step, at: now) }
            return
        }
        troubled = now
        let step = recovery.step(after: .idle, at: now)
        if let stream, case .open(let next) = step, next != stream.attempt { note(finding, of: stream) }
        perform(step, at: now)
    }

    /// Why a way to read the device was left for another.
    private func note(_ finding: Watch.Finding, of stream: SensorStream) {
        let fault = watch.isProven ? finding.sentence.map { ": \($0)" } : " gave nothing in 0.5 s"
        obstacles.append(stream.attempt.title + (fault ?? ""))
    }

    /// The first scan shows that this way to read the device is one.
    private func learn() {
        isLearnt = true
        recovery.prove()
        if !recovery.isFallback, !lacksRights { experience.learn(recovery.attempt, of: node) }
        let reasons = attempt == Attempt.all(for: node)[0] ? [] : obstacles
        remark =
            reasons.isEmpty
            ? nil : "\(node.title): \(attempt.title), for \(reasons.joined(separator: ", "))"
    }

    /// Some chips take several of their own periods for a raw reading: at a higher rate they are faster.
    private func hurry(at now: Int64) {
        let duration = now - opened
        guard !isHurried, let stream, stream.attempt == .poll, duration >= SensorReader.judgement else {
            return
        }
        isHurried = true
        if Double(count) < SensorReader.slow * Double(duration) * 1e-9 {
            stream.raise(to: SensorReader.hurry)
        }
    }

    func perform(_ step: Recovery.Step, at now: Int64) {
        switch step {
        case .wait: break
        case .open: _ = open(at: now)
        case .revive(let cyclesRate):
            do throws(Errno) {
                try stream?.revive(cyclesRate: cyclesRate)
                watch.restart(at: now)
            } catch {
                obstacles = ["another program switched the buffer off"]
                perform(recovery.step(after: error == .busy ? .disturbed : .idle, at: now), at: now)
            }
        }
    }

    /// Opens the attempt whose turn it is, or those after it. Returns why none could be.
    private func open(at now: Int64) -> Errno? {
        close()
        generation += 1
        if recovery.attempt == Attempt.all(for: node)[0] {
            obstacles = []
            lacksRights = false
        }
        while true {
            do throws(Errno) {
                // Kept nowhere else, so that it can be closed before another is opened.
                stream = try SensorStream(
                    node, sensors, recovery.attempt, in: catalog, notes: notes, rate: rate)
                count = 0
                isHurried = false
                isLearnt = false
                opened = now
                watch = Watch(steps: stream?.steps ?? [:], at: now)
                if attempt == .loan, isClaimedAtOnce { yield(at: now) }
                startTrial()
                return nil
            } catch {
                note(error)
                // Of a buffer on loan the proxy's release tells.
                let isDisturbed = error == .busy && recovery.attempt != .loan
                let trouble: Recovery.Trouble = isDisturbed ? .disturbed : .refused
                guard case .open = recovery.step(after: trouble, at: now) else { return error }
            }
        }
    }

    /// Why a way to read the device cannot be taken.
    private func note(_ error: Errno) {
        if error.isPermission { lacksRights = true }
        guard error != .noSuchAddress || recovery.attempt == .loan else { return }
        let obstacle = obstacle(error)
        if obstacles.last != obstacle { obstacles.append(obstacle) }
    }

    private func obstacle(_ error: Errno) -> String {
        switch error {
        case .busy where recovery.attempt == .loan && isProxyRunning: SensorReader.claimed
        case .noSuchAddress where recovery.attempt == .loan:
            "iio-sensor-proxy has not set its buffer up"
        case .busy:
            "\(holder(of: node)) has its buffer"
        case .notSupported where !catalog.obstacle.isEmpty:
            "libiio makes nothing of \(catalog.obstacle), which has a channel that it cannot name"
        case .invalidArgument where recovery.attempt == .timer: "its driver takes no timer for a trigger"
        case .invalidArgument: "\(recovery.attempt.title) needs a trigger that it does not have"
        case .noFile where recovery.attempt == .timer: "the kernel has no timers for triggers"
        case _ where error.isPermission: "no permission for a buffer: \(missingRights)"
        default: "\(recovery.attempt.title) cannot be used (\(error))"
        }
    }

    private static func failure(_ error: Errno, _ node: SensorNode) -> SourceFailure {
        switch error {
        case .noDevice: return .removed
        case .busy:
            // It heeds the rule for it at its start only.
            let remedy = node.proxyUse == .polls && isProxyRunning ? "; restart iio-sensor-proxy" : ""
            return .busy(
                "\(node.title): raw reads are refused while \(holder(of: node)) runs its buffer\(remedy)")
        default: return .failed("\(node.title) cannot be read", error)
        }
    }
}

/// Who has the device's node open, for people.
private func holder(of node: SensorNode) -> String {
    let seen = holders(ofFile: "/dev/\(node.id)").first.map(programTitle)
    // What root runs is hidden from a daemon without capabilities.
    return seen ?? "another program (`sudo parallaxctl doctor` says which)"
}

/// Whether iio-sensor-proxy may be the one.
private var isProxyRunning: Bool { !processes(named: "iio-sensor-proxy").isEmpty }

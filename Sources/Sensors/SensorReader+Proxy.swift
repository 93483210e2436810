import LinuxIO
import MotionCore

/// Living beside iio-sensor-proxy, which turns the screen by the same accelerometer.
extension SensorReader {
    /// Raw readings a second of the trial: a driver that refuses them is to show it soon.
    private static let trialRate = 1000.0

    static let claimed = "iio-sensor-proxy turns the screen by its buffer"
    static let blinding = "iio-sensor-proxy turns the screen by it and could not read it beside a buffer"

    /// Whether the proxy has claimed its buffer since that was looked at last.
    var hasClaim: Bool { loanChange == .claimed }

    private var loanChange: BufferLoan.Change? {
        // Without the watch the buffer may be anybody's.
        do throws(Errno) { return try loan?.change(isOurs: stream?.attempt == .loan) } catch {
            return .claimed
        }
    }

    /// Whether the proxy has claimed its buffer while we were taking it.
    var isClaimedAtOnce: Bool {
        do throws(Errno) { return try loan?.isClaimedAtOnce() ?? false } catch { return true }
    }

    /// Gives the buffer back when the proxy wants it, and takes it again when it lets go.
    func heedLoan(at now: Int64) {
        switch loanChange {
        case .claimed: yield(at: now)
        case .released: perform(recovery.restart(), at: now)
        case nil: break
        }
    }

    func yield(at now: Int64) {
        stream?.isClaimed = true
        perform(recovery.yield(), at: now)
        obstacles = [SensorReader.claimed]
    }

    /// A polling proxy takes a refused reading for zeros; whether the driver refuses it is seen once.
    func startTrial() {
        guard node.proxyUse == .polls, experience.blocksRaw[node.path] == nil, attempt != .poll,
            sensors.contains(.accel)
        else { return }
        // Where it cannot even be tried the proxy cannot read either.
        do throws(Errno) {
            trial = try SensorStream(
                node, [.accel], .poll, in: catalog, notes: nil, rate: SensorReader.trialRate)
        } catch {}
    }

    func heedTrial(at now: Int64) {
        guard let trial else { return }
        var isServed = false
        do throws(Errno) {
            try trial.read { _, _ in isServed = true }
            guard isServed else { return }
            experience.blocksRaw[node.path] = false
            self.trial = nil
        } catch {
            // Nothing but raw reading is left then, as the proxy does it.
            experience.blocksRaw[node.path] = true
            recovery = experience.recovery(for: node)
            perform(.open(.poll), at: now)
            obstacles = [SensorReader.blinding]
        }
    }
}

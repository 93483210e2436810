import LinuxIO
import MotionCore
import MotionWire
import Sensors

/// Where the motion manager gets its source from, again after each sleep and each loss.
enum SensorSupply {
    case hardware(Hardware)
    case simulation(SimulatedMotion)
    case replay(Recording)

    /// Fails where a recording that was asked for cannot be had.
    init(_ options: Options, _ log: Log) throws(Stop) {
        switch options.device {
        case .simulation(let motion): self = .simulation(motion)
        case .replay(let file): self = .replay(try recording(in: file))
        case .hardware(let selector):
            self = .hardware(
                Hardware(selector, options.gyro, MountingStore(log: log), isExclusive: options.isExclusive))
        }
    }

    /// Chooses before there is a client. Fails where what was asked for does not exist or is another
    /// daemon's.
    func claim(_ log: Log) throws(Stop) {
        guard case .hardware(let hardware) = self else { return }
        do throws(Shortage) {
            let pair = try hardware.claim()
            let gyro =
                pair.gyro == nil
                ? ", no gyroscope" : pair.separateGyro.map { ", gyroscope \($0.title)" } ?? ""
            log(.info, "chose \(pair.accel.title)\(gyro): \(pair.reason)")
        } catch {
            if let stop = error.stop { throw stop }
            if let reason = error.health.reason { log(.warning, reason) }
        }
    }

    /// `rate`: the frames a second that the fastest client wants.
    func open(rate: Double) throws(Shortage) -> any MotionSource {
        do throws(Errno) {
            switch self {
            case .simulation(let motion): return try SimulatedSource(motion)
            case .replay(let recording): return try ReplaySource(recording)
            case .hardware: break
            }
        } catch {
            throw .unreadable("no timer: \(error)")
        }
        guard case .hardware(let hardware) = self else { preconditionFailure("the others have returned") }
        return try hardware.open(rate: rate)
    }

    /// Whether the same would be chosen now.
    var isStillBest: Bool {
        if case .hardware(let hardware) = self { hardware.isStillBest } else { true }
    }

    /// A device is gone: what its path leads to from now on is another.
    func forget() { if case .hardware(let hardware) = self { hardware.forget() } }
}

private func recording(in file: String) throws(Stop) -> Recording {
    let text: [UInt8]
    do throws(Errno) { text = try readFile(file) } catch {
        throw Stop(error.isPermission ? .noPermission : .noInput, "\(file): \(error)")
    }
    let recording: Recording
    do throws(Recording.Failure) { recording = try Recording(text) } catch {
        throw Stop(.badData, "\(file):\(error.line): \(error.message)")
    }
    guard recording.sensors.contains(.accel) else {
        throw Stop(.badData, "\(file): there is no accelerometer sample in it")
    }
    return recording
}

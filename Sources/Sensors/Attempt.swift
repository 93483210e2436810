import CIIOShim
import MotionCore
import Plausibility

/// A way to read a device, in the order in which they are tried.
package enum Attempt: Hashable, Sendable {
    /// The buffer that iio-sensor-proxy has set up, while it does not use it.
    case loan
    /// A buffer on the device's own trigger, or as the device is where it has none.
    case buffer
    /// A buffer without a trigger, as drivers with a FIFO have it.
    case fifo
    /// A buffer on a trigger made of a timer.
    case timer
    /// Reading attributes.
    case poll

    var mode: plx_mode {
        switch self {
        case .loan: PLX_LOAN
        case .buffer: PLX_BUFFER
        case .fifo: PLX_FIFO
        case .timer: PLX_TIMER
        case .poll: PLX_POLL
        }
    }

    /// What it is called beside what stood in its way.
    var title: String {
        switch self {
        case .loan: "iio-sensor-proxy's buffer"
        case .buffer: "the buffer"
        case .fifo: "the buffer without a trigger"
        case .timer: "the buffer on a timer"
        case .poll: "raw reading"
        }
    }

    /// Those that suit a device, what worked before first. `blocksRaw`: whether its driver is known to refuse
    /// raw reads while a buffer runs.
    package static func all(
        for node: SensorNode, worked: Attempt? = nil, blocksRaw: Bool = false
    ) -> [Attempt] {
        guard node.hasBuffer else { return [.poll] }
        switch node.proxyUse {
        // Which of them serves is for the proxy to say.
        case .buffers: return [.loan, .poll]
        // It takes a refused read for zeros.
        case .polls where blocksRaw: return [.poll]
        case .polls, .none: break
        }
        // A hub takes a foreign trigger and the kernel complains of it.
        let suitable: [Attempt] =
            node.convention == .hub ? [.buffer, .fifo, .poll] : [.buffer, .fifo, .timer, .poll]
        guard let worked, suitable.contains(worked) else { return suitable }
        return [worked] + suitable.filter { $0 != worked }
    }
}

/// What worked for which device, as long as the daemon runs.
package final class Experience {
    /// An accelerometer, by its sysfs path, and how it and its gyroscope sit.
    private struct Place: Hashable {
        let path: String
        let axes: SensorAxes

        init(_ pair: SensorPair) {
            path = pair.accel.path
            axes = pair.axes
        }
    }

    /// A device by its sysfs path, which stays the same over unplugging, beside a proxy that may want it.
    private struct Stance: Hashable {
        let path: String
        let proxyUse: ProxyUse

        init(_ node: SensorNode) {
            path = node.path
            proxyUse = node.proxyUse
        }
    }

    private var attempts: [Stance: Attempt] = [:]
    /// Whether a driver refuses raw reads while a buffer runs, by sysfs path.
    var blocksRaw: [String: Bool] = [:]
    private var corrections: [Place: Correction] = [:]

    package init() {}

    func attempts(for node: SensorNode) -> [Attempt] {
        Attempt.all(
            for: node, worked: attempts[Stance(node)], blocksRaw: blocksRaw[node.path] ?? false)
    }

    /// What worked before is worth remedies from the start: after a sleep of the machine some hubs give
    /// nothing until they are switched off and on.
    func recovery(for node: SensorNode) -> Recovery {
        var recovery = Recovery(attempts(for: node))
        if attempts[Stance(node)] == recovery.attempt { recovery.prove() }
        return recovery
    }

    /// What worked comes first the next time.
    func learn(_ attempt: Attempt, of node: SensorNode) { attempts[Stance(node)] = attempt }

    /// What was put right is good for one mounting only.
    subscript(correctionOf pair: SensorPair) -> Correction {
        get { corrections[Place(pair)] ?? .none }
        set { corrections[Place(pair)] = newValue }
    }
}

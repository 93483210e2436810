import CIIOShim
import MotionCore

/// A way to read a device, in the order in which they are tried.
package enum Attempt: Hashable, Sendable, CaseIterable {
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
        case .buffer: PLX_BUFFER
        case .fifo: PLX_FIFO
        case .timer: PLX_TIMER
        case .poll: PLX_POLL
        }
    }

    /// What it is called beside what stood in its way.
    var title: String {
        switch self {
        case .buffer: "the buffer"
        case .fifo: "the buffer without a trigger"
        case .timer: "the buffer on a timer"
        case .poll: "raw reading"
        }
    }

    /// Those that suit a device, what worked before first.
    package static func all(for node: SensorNode, worked: Attempt? = nil) -> [Attempt] {
        // A hub takes a foreign trigger and the kernel complains of it.
        let suitable = allCases.filter { attempt in
            guard attempt != .poll else { return true }
            let isForeign = attempt == .timer && node.convention == .hub
            return node.hasBuffer && !node.isSharedWithProxy && !isForeign
        }
        guard let worked, suitable.contains(worked) else { return suitable }
        return [worked] + suitable.filter { $0 != worked }
    }
}

/// What worked for which device, as long as the daemon runs.
package final class Experience {
    /// By sysfs path, which stays the same over unplugging.
    var attempts: [String: Attempt] = [:]
    var corrections: [String: Correction] = [:]

    package init() {}
}

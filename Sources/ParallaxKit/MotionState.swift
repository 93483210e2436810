import MotionWire

/// Whether motion comes, and why not.
public enum MotionState: Hashable, Sendable {
    /// Nobody uses motion: there is no connection.
    case idle
    /// There is no connection yet, or no longer one; it is tried again and again. The reason is a sentence
    /// for people, nil before the first failure.
    case connecting(reason: String?)
    /// The daemon does not serve this user, none besides those it has, or cannot be started; it is asked
    /// again every ten seconds.
    case refused(reason: String)
    /// Motion comes.
    case running
    /// The machine has no sensor that the daemon can read.
    case noDevice(reason: String)
    /// Another program has the sensor.
    case busy(reason: String)
    /// The sensor gives nothing new.
    case stale(reason: String)
    /// The machine sleeps.
    case suspended(reason: String)

    /// A sentence for people that says why there is no motion; nil where there is, or nobody wants any.
    public var reason: String? {
        switch self {
        case .idle, .running: nil
        case .connecting(let reason): reason
        case .refused(let reason), .noDevice(let reason), .busy(let reason), .stale(let reason),
            .suspended(let reason):
            reason
        }
    }

    /// What the daemon says of itself.
    init(_ health: Health) {
        let reason = health.reason ?? "the daemon gives no reason"
        self =
            switch health.state {
            case .ok: .running
            case .noDevice: .noDevice(reason: reason)
            case .busy: .busy(reason: reason)
            case .stale: .stale(reason: reason)
            case .suspended: .suspended(reason: reason)
            }
    }
}

import ParallaxGTK

/// What the header bar says about motion, and what is said below it where there is none.
struct MotionLine: Equatable {
    var subtitle: String
    /// Why the sensor does not move the pictures; nil where it does.
    private var absence: String?
    /// What is known beyond that, and what to do.
    var detail: String?

    /// `rate` is how many motions came in the last second, 0 where that is not known yet.
    init(_ state: MotionState, device: String?, rate: Int) {
        switch state {
        case .running:
            let name = device ?? "Sensor"
            subtitle = rate > 0 ? "\(name) · \(rate) Hz" : name
        case .idle, .connecting(reason: nil):
            subtitle = "Looks for the daemon"
        case .connecting(let reason?):
            subtitle = "No daemon"
            absence = "There is no daemon"
            detail = "\(reason): start it with “systemctl start parallaxd.socket”, or run “make gallery”"
        case .refused(let reason):
            subtitle = "Refused"
            absence = "The daemon refuses this program"
            detail = reason
        case .noDevice(let reason):
            subtitle = "No sensor"
            absence = "There is no sensor"
            detail = "\(reason): “parallaxctl doctor” says more"
        case .busy(let reason):
            subtitle = "Sensor busy"
            absence = "Another program has the sensor"
            detail = reason
        case .stale(let reason):
            subtitle = "Sensor silent"
            absence = "The sensor gives nothing"
            detail = reason
        case .suspended:
            subtitle = "The machine sleeps"
        }
    }

    /// That the pointer moves the pictures, and why; nil where the sensor does.
    var hint: String? { absence.map { $0 + ", so the pointer moves the pictures." } }

    /// Whether the pointer is to be followed.
    var followsPointer: Bool { absence != nil }
}

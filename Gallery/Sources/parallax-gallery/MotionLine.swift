import ParallaxGTK

/// What the header bar says about motion, and what is said below it where there is none.
struct MotionLine: Equatable {
    var subtitle: String
    /// That the pointer moves the pictures, and why; nil where the sensor does.
    var hint: String?
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
            hint = "There is no daemon, so the pointer moves the pictures."
            detail = "\(reason): start it with “systemctl start parallaxd.socket”, or run “make gallery”"
        case .refused(let reason):
            subtitle = "Refused"
            hint = "The daemon refuses this program, so the pointer moves the pictures."
            detail = reason
        case .noDevice(let reason):
            subtitle = "No sensor"
            hint = "There is no sensor, so the pointer moves the pictures."
            detail = "\(reason): “parallaxctl doctor” says more"
        case .busy(let reason):
            subtitle = "Sensor busy"
            hint = "Another program has the sensor, so the pointer moves the pictures."
            detail = reason
        case .stale(let reason):
            subtitle = "Sensor silent"
            hint = "The sensor gives nothing, so the pointer moves the pictures."
            detail = reason
        case .suspended:
            subtitle = "The machine sleeps"
        }
    }

    /// Whether the pointer is to be followed.
    var followsPointer: Bool { hint != nil }
}

import Glibc

/// A way to a goal that begins at any speed, arrives softly and does not swing past it by itself.
struct Spring: Hashable {
    /// How fast it is, in 1/s: half a second to all but 3 % of the way.
    private static let pace = 11.0

    let goal: Double
    private let began: Double
    private let start: Double
    private let drive: Double

    /// From `offset` points, moving by `velocity` points a second, at a time in seconds.
    init(from offset: Double, velocity: Double, to goal: Double, at time: Double) {
        self.goal = goal
        began = time
        start = offset - goal
        drive = velocity + Spring.pace * start
    }

    /// Where it is, and how fast.
    func state(at time: Double) -> (offset: Double, velocity: Double) {
        let elapsed = max(0, time - began)
        let fading = exp(-Spring.pace * elapsed)
        let way = start + drive * elapsed
        return (goal + way * fading, (drive - Spring.pace * way) * fading)
    }

    /// Whether nobody would see the rest of the way.
    func isOver(at time: Double) -> Bool {
        let (offset, velocity) = state(at: time)
        return abs(offset - goal) < 0.25 && abs(velocity) < 4
    }
}

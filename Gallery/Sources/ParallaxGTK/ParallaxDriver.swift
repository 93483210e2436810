import GTKGlue
public import ParallaxKit

/// Gives effects the pose that they follow, frame by frame, while something moves.
///
/// One for the whole program: it has `MotionManager.shared` run by GLib's loop, uses motion only while what
/// moves is on the screen, and has frames drawn only where the pose changed since the last one.
public final class ParallaxDriver {
    public static let shared = ParallaxDriver()

    /// Less than this, of a viewer offset or in radians, cannot be seen.
    private static let threshold = 0.000_5
    /// A pointer that is seen again elsewhere is farther from where it was than one that is moved.
    private static let leap = 0.3
    /// How long it takes to change over to another source of the pose, in seconds: nothing is to jump.
    package var transition = 0.3

    /// What effects follow in the frame that is drawn now.
    public private(set) var pose = ParallaxPose.resting
    /// What is followed instead of the sensor, such as the pointer.
    public var substitute: ParallaxPose? {
        didSet {
            let leap = substitute?.viewerOffset.distance(from: oldValue?.viewerOffset ?? .zero) ?? 0
            if (substitute == nil) != (oldValue == nil) || leap > Self.leap { changeOver() }
            wake()
        }
    }
    /// How much of the motion effects follow, 0…1.
    public var strength = 1.0 { didSet { wake() } }
    /// Called when the manager's state has changed, and when the first motion has come.
    public var onState: ((MotionState) -> Void)?
    /// How many motions came from the daemon.
    public private(set) var motions = 0

    private var followers: [Widget: ParallaxContainer] = [:]
    private var ticking: Set<Widget> = []
    private var subscription: MotionSubscription?
    private var state: MotionState?
    private var lastMotion: Timestamp?
    private var isAttached = false
    private var changeover: (from: ParallaxPose, began: Timestamp)?

    private init() {}

    /// Whether effects are to rest, as the person asked.
    public var reducesMotion: Bool {
        get { MotionManager.shared.reduceMotion }
        set {
            guard newValue != reducesMotion else { return }
            MotionManager.shared.reduceMotion = newValue
            wake()
        }
    }

    /// What went wrong with the loop, for people; nil while nothing did.
    public private(set) var failure: String?
}

// Who follows.
extension ParallaxDriver {
    func follow(_ body: ParallaxContainer, _ isSeen: Bool) {
        followers[body.widget] = isSeen ? body : nil
        if isSeen { body.queueMove() }
        if followers.isEmpty {
            subscription = nil
        } else if subscription == nil {
            attach()
            // Its presence keeps the connection, also while the daemon is away.
            subscription = MotionManager.shared.startUpdates(rate: 60) { _ in }
        }
    }

    private func attach() {
        guard !isAttached else { return }
        do throws(MotionError) {
            let descriptor = try MotionManager.shared.attach()
            isAttached = true
            watch(descriptor) { ParallaxDriver.shared.take() }
        } catch { failure = error.description }
    }

    private func take() {
        MotionManager.shared.takePending()
        let motion = MotionManager.shared.deviceMotion
        if let motion, motion.time != lastMotion {
            lastMotion = motion.time
            motions += 1
            if substitute == nil, pose.differs(from: wanted(at: motion.time), by: Self.threshold) { wake() }
        }
        let fresh = MotionManager.shared.state
        guard fresh != state else { return }
        state = fresh
        onState?(fresh)
    }
}

// What they follow.
extension ParallaxDriver {
    private func wanted(at moment: Timestamp) -> ParallaxPose {
        var pose = substitute ?? MotionManager.shared.predicted(at: moment)
        pose.reducesMotion = reducesMotion
        if pose.reducesMotion { return ParallaxPose(reducesMotion: true) }
        pose.viewerOffset.x *= strength
        pose.viewerOffset.y *= strength
        pose.pitch *= strength
        pose.roll *= strength
        return pose
    }

    private func changeOver() { changeover = (pose, .now) }

    private func blended(at moment: Timestamp) -> ParallaxPose {
        let wanted = wanted(at: moment)
        guard let (from, began) = changeover else { return wanted }
        let share = transition > 0 ? moment.seconds(since: began) / transition : 1
        guard share < 1 else {
            changeover = nil
            return wanted
        }
        let eased = max(0, share) * max(0, share) * (3 - 2 * max(0, share))
        return from.mixed(with: wanted, eased)
    }

    /// Has frames drawn until the pose stays as it is.
    private func wake() {
        for root in Set(followers.keys.compactMap(\.root)) where !ticking.contains(root) {
            ticking.insert(root)
            root.addTick { [self] clock in
                move(root, at: Timestamp(nanoseconds: clock.presentation))
            } ended: { [self] in
                ticking.remove(root)
            }
        }
    }

    private func move(_ root: Widget, at moment: Timestamp) -> Bool {
        let fresh = blended(at: moment)
        guard changeover != nil || pose.differs(from: fresh, by: Self.threshold) else { return false }
        pose = fresh
        for (widget, follower) in followers where widget.root == root { follower.queueMove() }
        return true
    }
}

extension ViewerOffset {
    fileprivate func distance(from other: ViewerOffset) -> Double {
        max(abs(x - other.x), abs(y - other.y))
    }
}

extension ParallaxPose {
    fileprivate func differs(from other: ParallaxPose, by threshold: Double) -> Bool {
        let changes = [
            viewerOffset.x - other.viewerOffset.x, viewerOffset.y - other.viewerOffset.y, pitch - other.pitch,
            roll - other.roll,
        ]
        return reducesMotion != other.reducesMotion || changes.contains { abs($0) > threshold }
    }

    fileprivate func mixed(with other: ParallaxPose, _ share: Double) -> ParallaxPose {
        func mix(_ from: Double, _ to: Double) -> Double { from + (to - from) * share }
        return ParallaxPose(
            viewerOffset: ViewerOffset(
                x: mix(viewerOffset.x, other.viewerOffset.x), y: mix(viewerOffset.y, other.viewerOffset.y)),
            pitch: mix(pitch, other.pitch), roll: mix(roll, other.roll), reducesMotion: other.reducesMotion)
    }
}

import MotionWire

/// How the device is held and moved at one moment.
///
/// Vectors are in device axes, which do not turn with the picture: x to the right of the screen, y to its
/// top, z out of it. Only ``viewerOffset``, ``viewerVelocity`` and ``pose`` follow ``screenAngle``.
public struct DeviceMotion: Hashable, Sendable {
    /// The moment on `CLOCK_MONOTONIC` that all of this is for.
    public var time: Timestamp
    /// Against the earth, heading arbitrary.
    public var attitude: Attitude
    /// Angular rate without the gyroscope's offset, in rad/s, by the right-hand rule; zero without a
    /// gyroscope.
    public var rotationRate: Vector3
    /// Gravity in g, length 1: (0, 0, −1) flat with the screen up.
    public var gravity: Vector3
    /// What a push or pull adds to gravity, in g: an accelerometer of Core Motion's signs reads
    /// gravity + userAcceleration. Being pushed to the right is negative x.
    public var userAcceleration: Vector3
    /// How far the screen faces away from the viewer, each −1…1: positive turned to the viewer's right or
    /// down.
    public var viewerOffset: ViewerOffset
    /// How fast ``viewerOffset`` changes, in 1/s, not smoothed.
    public var viewerVelocity: ViewerOffset
    /// How the picture is turned on the screen for which the offset is.
    public var screenAngle: ScreenAngle
    /// Whether the person asked for less motion.
    public var reducesMotion: Bool

    /// A motion without acceleration.
    public init(
        time: Timestamp, attitude: Attitude, rotationRate: Vector3 = .zero,
        userAcceleration: Vector3 = .zero, viewerOffset: ViewerOffset = .zero,
        viewerVelocity: ViewerOffset = .zero, screenAngle: ScreenAngle = .zero, reducesMotion: Bool = false
    ) {
        self.time = time
        self.attitude = attitude
        self.rotationRate = rotationRate
        gravity = -attitude.quaternion.up
        self.userAcceleration = userAcceleration
        self.viewerOffset = viewerOffset
        self.viewerVelocity = viewerVelocity
        self.screenAngle = screenAngle
        self.reducesMotion = reducesMotion
    }

    /// Seconds on `CLOCK_MONOTONIC`: since the machine started, without its sleep.
    public var timestamp: Double { time.seconds(since: Timestamp(nanoseconds: 0)) }

    /// What parallax effects follow: at rest where the person asked for less motion.
    public var pose: ParallaxPose {
        if reducesMotion { return ParallaxPose(reducesMotion: true) }
        let picture = Attitude(quaternion: screenAngle.picture(attitude.quaternion))
        return ParallaxPose(viewerOffset: viewerOffset, pitch: picture.pitch, roll: picture.roll)
    }

    /// The furthest that motion is carried on, in seconds.
    public static let longestPrediction = 0.1

    /// Carried to a moment by how fast the device turns, 0.1 s at most; a moment before ``time`` changes
    /// nothing.
    public func predicted(at moment: Timestamp) -> DeviceMotion {
        let latest = time.advanced(bySeconds: DeviceMotion.longestPrediction)
        // Compared first: moments that are far apart have no difference.
        let seconds = min(max(time, moment), latest).seconds(since: time)
        var motion = self
        motion.time = time.advanced(bySeconds: seconds)
        motion.attitude.quaternion =
            (attitude.quaternion * Quaternion(rotationVector: rotationRate * seconds)).normalized
        motion.gravity = -motion.attitude.quaternion.up
        motion.viewerOffset = (viewerOffset + seconds * viewerVelocity).clamped
        return motion
    }
}

extension DeviceMotion {
    /// Of a frame in device axes.
    init(_ frame: Frame, screenAngle: ScreenAngle, reducesMotion: Bool) {
        let detail = frame.detail
        self.init(
            time: frame.time,
            attitude: detail.map { Attitude(quaternion: $0.attitude) }
                ?? Attitude(pitch: frame.tilt.pitch, roll: frame.tilt.roll),
            rotationRate: detail?.rotationRate ?? .zero,
            // The wire has the acceleration itself; Core Motion's signs are those of the force of inertia.
            userAcceleration: detail.map { -$0.userAcceleration } ?? .zero,
            viewerOffset: screenAngle.picture(frame.offset),
            viewerVelocity: screenAngle.picture(detail?.velocity ?? .zero), screenAngle: screenAngle,
            reducesMotion: reducesMotion)
    }
}

extension ViewerOffset {
    fileprivate var clamped: ViewerOffset { ViewerOffset(x: max(-1, min(1, x)), y: max(-1, min(1, y))) }
}

/// Who imports the effects has the values that they follow too.
@_exported public import MotionCore

/// What a parallax effect follows: how the device is held at one moment.
public struct ParallaxPose: Hashable, Sendable {
    /// How far the screen faces away from the viewer, each −1…1.
    public var viewerOffset: ViewerOffset
    /// In radians, −π/2…π/2: positive with the top edge raised.
    public var pitch: Double
    /// In radians, −π…π: positive with the right edge lowered.
    public var roll: Double
    /// Whether the person asked for less motion: every effect then rests, those that follow scrolling too.
    public var reducesMotion: Bool

    /// A pose that faces the viewer, lying flat, but for what is given.
    public init(
        viewerOffset: ViewerOffset = .zero, pitch: Double = 0, roll: Double = 0, reducesMotion: Bool = false
    ) {
        self.viewerOffset = viewerOffset
        self.pitch = pitch
        self.roll = roll
        self.reducesMotion = reducesMotion
    }

    /// Facing the viewer, lying flat.
    public static let resting = ParallaxPose()

    /// The viewer offset that effects follow: zero where they rest, which they also do while it is not
    /// finite.
    var followedOffset: ViewerOffset { reducesMotion ? .zero : viewerOffset.followed ?? .zero }
}

extension ViewerOffset {
    /// The nearest within −1…1; nil where there is none, as a number is not finite.
    var followed: ViewerOffset? {
        guard x.isFinite, y.isFinite else { return nil }
        return ViewerOffset(x: max(-1, min(1, x)), y: max(-1, min(1, y)))
    }
}

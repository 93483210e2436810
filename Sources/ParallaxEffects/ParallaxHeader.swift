/// A picture at the head of a scroll view: it lags as it is scrolled away, and stretches and blurs as it is
/// pulled down.
///
/// At rest it moves with the content at its own height, sharp.
public struct ParallaxHeader: Hashable, Sendable {
    /// How the header is shown.
    public struct Appearance: Hashable, Sendable {
        /// Offset and blur. The header is not scaled: it is laid out with `height`.
        public var placement: Placement
        /// In points.
        public var height: Double
    }

    /// Without stretch, in points, 0…10⁹.
    public let height: Double
    /// The name of the space that it is measured in: the scroll view's.
    public let coordinateSpace: String

    /// 400 points high, measured in the space `"scroll"`.
    public init() {
        height = 400
        coordinateSpace = "scroll"
    }

    /// So many points high, 0…10⁹, measured in a space of your own.
    public init(height: Double, coordinateSpace: String = "scroll") throws(ParallaxSettingError) {
        self.height = try Setting.checked("height", height, Setting.length)
        self.coordinateSpace = coordinateSpace
    }

    /// For a header that was laid out at `frame` in the window.
    public func appearance(
        of frame: LayoutRect, in space: CoordinateSpace, pose: ParallaxPose = .resting
    ) -> Appearance {
        precondition(space.name == coordinateSpace, "a header is measured in the space that it names")
        return appearance(minY: space.local(frame).minY, pose: pose)
    }

    /// For a header whose upper edge is at `minY` in its space, in points: negative while it is scrolled
    /// away, positive while it is pulled down; beyond ±10⁹, or where that is no number, it rests.
    public func appearance(minY: Double, pose: ParallaxPose = .resting) -> Appearance {
        guard !pose.reducesMotion, let minY = Setting.live(minY) else {
            return Appearance(placement: .identity, height: height)
        }
        let stretch = max(minY, 0)
        let away = max(-minY, 0)
        let placement = Placement(
            offset: LayoutOffset(x: 0, y: 0.8 * away - stretch), blur: min(10, stretch / 20))
        return Appearance(placement: placement, height: height + stretch)
    }
}

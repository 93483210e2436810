/// One layer in a scroll view.
public struct ScrollLayer: Hashable, Sendable {
    /// Which way a layer moves in the content.
    public enum Sense: Hashable, Sendable {
        /// Back to where the content came from, so that the layer lags behind it: what lies deeper.
        case against
        /// On with the content, so that the layer goes ahead of it: what floats in front.
        case along
    }

    /// The layer moves by one point in the content for so many that it is scrolled by, 0.001…10⁹: 1 stands
    /// still on the screen, 2 goes half as fast as the content. nil moves with the content.
    public let divisor: Double?
    /// Which way it moves in the content.
    public let sense: Sense
    /// How far above its place the layer is, in points.
    public let rise: Double
    /// How far the layer is moved in addition at viewer offset +1 along each axis, in points.
    public let tilt: LayoutOffset
    /// 0.01…100.
    public let scale: Double
    /// A radius in points, 0…1000.
    public let blur: Double
    /// 0…1.
    public let opacity: Double

    /// A layer with each number in its range; one that moves with the content has no divisor.
    public init(
        divisor: Double?, rise: Double = 0, sense: Sense = .against, tilt: LayoutOffset = .zero,
        scale: Double = 1, blur: Double = 0, opacity: Double = 1
    ) throws(ParallaxSettingError) {
        if let divisor { _ = try Setting.checked("divisor", divisor, 0.001...Setting.limit) }
        self.init(
            checkedDivisor: divisor, rise: try Setting.checked("rise", rise), sense: sense,
            tilt: LayoutOffset(
                x: try Setting.checked("tilt.x", tilt.x), y: try Setting.checked("tilt.y", tilt.y)),
            scale: try Setting.checked("scale", scale, Setting.scale),
            blur: try Setting.checked("blur", blur, Setting.blur),
            opacity: try Setting.checked("opacity", opacity, Setting.opacity))
    }

    private init(
        checkedDivisor divisor: Double?, rise: Double = 0, sense: Sense = .against,
        tilt: LayoutOffset = .zero, scale: Double = 1, blur: Double = 0, opacity: Double = 1
    ) {
        self.divisor = divisor
        self.rise = rise
        self.sense = sense
        self.tilt = tilt
        self.scale = scale
        self.blur = blur
        self.opacity = opacity
    }

    /// Half as fast as the content, twice as large, a little blurred and pale.
    public static let backdrop = ScrollLayer(checkedDivisor: 2, scale: 2, blur: 1, opacity: 0.6)
    /// Far away.
    public static let clouds = ScrollLayer(checkedDivisor: 1.5)
    /// Nearer, and 50 points up.
    public static let trees = ScrollLayer(checkedDivisor: 2, rise: 50)
    /// Goes by with the content; see `roadSize(in:)`.
    public static let road = ScrollLayer(checkedDivisor: nil)
    /// In front, where it is on the screen.
    public static let car = ScrollLayer(checkedDivisor: 1)

    /// A road to drive on: 150 points high and five screens long.
    ///
    /// A screen that is negative or not finite counts as empty.
    public static func roadSize(in screen: LayoutSize) -> LayoutSize {
        LayoutSize(width: 5 * screen.usable.width, height: 150)
    }

    /// Where the layer is in the content, at a content's `origin` in points; one beyond ±10⁹ or not a number
    /// rests.
    public func placement(along axis: ParallaxAxis, origin: Double, pose: ParallaxPose = .resting)
        -> Placement
    {
        var offset = LayoutOffset(x: 0, y: -rise)
        if !pose.reducesMotion {
            let shift = shift(origin: Setting.live(origin) ?? 0)
            let facing = pose.followedOffset
            offset.x += (axis == .horizontal ? shift : 0) + tilt.x * facing.x
            offset.y += (axis == .vertical ? shift : 0) + tilt.y * facing.y
        }
        return Placement(offset: offset, scale: scale, blur: blur, opacity: opacity)
    }

    private func shift(origin: Double) -> Double {
        guard let divisor else { return 0 }
        return sense == .against ? -origin / divisor : origin / divisor
    }
}

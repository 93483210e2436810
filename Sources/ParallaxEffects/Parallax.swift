/// Along which axes a view moves.
public enum ParallaxDirection: Hashable, Sendable, CaseIterable {
    /// To the sides only.
    case horizontal
    /// Up and down only.
    case vertical
    /// Both ways.
    case both
}

/// Moves a view's centre as the screen turns; its size stays.
///
/// At viewer offset −1 the centre is moved by the minimum, at +1 by the maximum, linear between: with the
/// defaults a view moves 10 points to the right as the screen turns to the viewer's right, as what floats in
/// front of it. At rest it is where it was laid out.
public struct Parallax: Hashable, Sendable {
    /// In points, −10⁹…10⁹. A minimum above its maximum turns the movement round: what lies behind the
    /// screen.
    public let minHorizontal, maxHorizontal, minVertical, maxVertical: Double
    /// An axis that is not in it does not move, whatever its bounds.
    public let direction: ParallaxDirection

    /// Ten points each way.
    public init(direction: ParallaxDirection = .both) {
        minHorizontal = -10
        maxHorizontal = 10
        minVertical = -10
        maxVertical = 10
        self.direction = direction
    }

    /// As many points each way as `amount` says, −10⁹…10⁹; a negative one turns the movement round.
    public init(amount: Double, direction: ParallaxDirection = .both) throws(ParallaxSettingError) {
        let amount = try Setting.checked("amount", amount)
        try self.init(
            minHorizontal: -amount, maxHorizontal: amount, minVertical: -amount, maxVertical: amount,
            direction: direction)
    }

    /// Between bounds in points, each −10⁹…10⁹; ten points each way where none is given.
    public init(
        minHorizontal: Double = -10, maxHorizontal: Double = 10, minVertical: Double = -10,
        maxVertical: Double = 10, direction: ParallaxDirection
    ) throws(ParallaxSettingError) {
        self.minHorizontal = try Setting.checked("minHorizontal", minHorizontal)
        self.maxHorizontal = try Setting.checked("maxHorizontal", maxHorizontal)
        self.minVertical = try Setting.checked("minVertical", minVertical)
        self.maxVertical = try Setting.checked("maxVertical", maxVertical)
        self.direction = direction
    }

    /// How far the centre is moved.
    public func offset(for pose: ParallaxPose) -> LayoutOffset {
        guard !pose.reducesMotion, let offset = pose.viewerOffset.followed else { return .zero }
        return LayoutOffset(
            x: direction == .vertical ? 0 : interpolated(minHorizontal, maxHorizontal, at: offset.x),
            y: direction == .horizontal ? 0 : interpolated(minVertical, maxVertical, at: offset.y))
    }

    /// The same as a placement: nothing but an offset.
    public func placement(for pose: ParallaxPose) -> Placement { Placement(offset: offset(for: pose)) }
}

/// Moves a view by the device's angles themselves: with the right edge lowered to the right, with the top
/// edge raised downwards.
///
/// Unlike `Parallax` it knows no neutral pose: held upright, pitch is π/2, and a view is moved by 1.57
/// magnitudes. At rest, and while an angle is not finite, it is where it was laid out.
public struct ParallaxMotion: Hashable, Sendable {
    /// In points a radian, −10⁹…10⁹.
    public let magnitude: Double

    /// Ten points a radian.
    public init() { magnitude = 10 }

    /// So many points a radian, −10⁹…10⁹; a negative magnitude turns the movement round.
    public init(magnitude: Double) throws(ParallaxSettingError) {
        self.magnitude = try Setting.checked("magnitude", magnitude)
    }

    /// Roll × magnitude to the right, pitch × magnitude downwards.
    public func offset(for pose: ParallaxPose) -> LayoutOffset {
        guard !pose.reducesMotion, Setting.live(pose.roll) != nil, Setting.live(pose.pitch) != nil else {
            return .zero
        }
        return LayoutOffset(x: pose.roll * magnitude, y: pose.pitch * magnitude)
    }

    /// The same as a placement: nothing but an offset.
    public func placement(for pose: ParallaxPose) -> Placement { Placement(offset: offset(for: pose)) }
}

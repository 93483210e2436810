public import MotionCore

/// Changes one value in proportion to how the screen is turned along one axis.
public struct InterpolatingMotionEffect<Key: Hashable & Sendable>: MotionEffect, Hashable {
    /// What is changed.
    public let keyPath: Key
    /// The part of the viewer offset that counts: x if horizontal, y if vertical.
    public let axis: ParallaxAxis
    /// What is added where the screen faces as far to the left, or up, as counts: at viewer offset −1.
    public let minimum: Double
    /// What is added at viewer offset +1.
    public let maximum: Double

    /// Linear between `minimum` and `maximum`, in the value's own unit, each −10⁹…10⁹; the greater may be
    /// either.
    public init(
        keyPath: Key, axis: ParallaxAxis, minimum: Double, maximum: Double
    ) throws(ParallaxSettingError) {
        self.keyPath = keyPath
        self.axis = axis
        self.minimum = try Setting.checked("minimum", minimum)
        self.maximum = try Setting.checked("maximum", maximum)
    }

    public func keyPathsAndRelativeValues(for viewerOffset: ViewerOffset) -> [Key: Double] {
        [keyPath: relativeValue(for: viewerOffset)]
    }

    /// What is added at `viewerOffset`; asks for no memory.
    public func relativeValue(for viewerOffset: ViewerOffset) -> Double {
        guard let offset = viewerOffset.followed else { return 0 }
        return interpolated(minimum, maximum, at: axis == .horizontal ? offset.x : offset.y)
    }
}

/// From `minimum` at −1 to `maximum` at +1.
func interpolated(_ minimum: Double, _ maximum: Double, at position: Double) -> Double {
    (minimum * (1 - position) + maximum * (1 + position)) / 2
}

/// How a layer is shown, against where and how it was laid out.
///
/// A toolkit scales the layer about its own centre, moves it by `offset`, blurs it and fades it.
public struct Placement: Hashable, Sendable {
    /// In points, not scaled.
    public var offset: LayoutOffset
    /// Above 0; 1 is the size as laid out.
    public var scale: Double
    /// A radius in points of the screen, 0 and up.
    public var blur: Double
    /// 0…1.
    public var opacity: Double

    /// As it was laid out, but for what is given.
    @inlinable public init(
        offset: LayoutOffset = LayoutOffset(x: 0, y: 0), scale: Double = 1, blur: Double = 0,
        opacity: Double = 1
    ) {
        self.offset = offset
        self.scale = scale
        self.blur = blur
        self.opacity = opacity
    }

    /// As it was laid out.
    public static let identity = Placement()

    /// This one and another on top: offsets and blurs add up, scales and opacities multiply.
    @inlinable public func combined(with other: Placement) -> Placement {
        Placement(
            offset: offset + other.offset, scale: scale * other.scale, blur: blur + other.blur,
            opacity: opacity * other.opacity)
    }
}

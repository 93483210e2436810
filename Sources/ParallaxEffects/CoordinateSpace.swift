/// The space that a scroll view, or another container, measures in, under a name.
public struct CoordinateSpace: Hashable, Sendable {
    /// What an effect asks for it by.
    public let name: String
    /// Where its zero is in the window, in points.
    public var origin: LayoutPoint

    /// A space whose zero is at `origin` in the window, in points.
    public init(name: String, origin: LayoutPoint) {
        self.name = name
        self.origin = origin
    }

    /// A rectangle of the window, measured in this space.
    public func local(_ rect: LayoutRect) -> LayoutRect {
        LayoutRect(origin: LayoutPoint(x: rect.minX - origin.x, y: rect.minY - origin.y), size: rect.size)
    }
}

/// How large something is, in points.
public struct LayoutSize: Hashable, Sendable {
    /// 0 and up.
    public var width, height: Double

    /// So many points wide and high.
    @inlinable public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    /// Empty.
    public static let zero = LayoutSize(width: 0, height: 0)

    /// This size as effects take it: empty along an axis that is negative or not a number up to a billion.
    var usable: LayoutSize {
        let allowed = 0...Setting.limit
        return LayoutSize(
            width: allowed.contains(width) ? width : 0, height: allowed.contains(height) ? height : 0)
    }
}

/// A rectangle in points.
public struct LayoutRect: Hashable, Sendable {
    /// The corner at the left and top.
    public var origin: LayoutPoint
    /// From that corner to the right and down.
    public var size: LayoutSize

    /// With its corner at the left and top at `origin`.
    @inlinable public init(origin: LayoutPoint, size: LayoutSize) {
        self.origin = origin
        self.size = size
    }

    /// With its corner at the left and top at x and y.
    @inlinable public init(x: Double, y: Double, width: Double, height: Double) {
        self.init(origin: LayoutPoint(x: x, y: y), size: LayoutSize(width: width, height: height))
    }

    /// The left edge.
    @inlinable public var minX: Double { origin.x }
    /// The upper edge.
    @inlinable public var minY: Double { origin.y }
    /// The right edge.
    @inlinable public var maxX: Double { origin.x + size.width }
    /// The lower edge.
    @inlinable public var maxY: Double { origin.y + size.height }

    /// Moved where this moves, with the same size.
    @inlinable public var center: LayoutPoint {
        get { LayoutPoint(x: origin.x + size.width / 2, y: origin.y + size.height / 2) }
        set { origin = LayoutPoint(x: newValue.x - size.width / 2, y: newValue.y - size.height / 2) }
    }
}

/// How far something reaches beyond each edge, in points.
public struct LayoutInsets: Hashable, Sendable {
    /// Positive outwards.
    public var left, top, right, bottom: Double

    /// As far as given beyond each edge.
    @inlinable public init(left: Double, top: Double, right: Double, bottom: Double) {
        self.left = left
        self.top = top
        self.right = right
        self.bottom = bottom
    }
}

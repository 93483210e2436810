/// How large something is, in points.
public struct LayoutSize: Hashable, Sendable {
    public var width, height: Double

    @inlinable public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    public static let zero = LayoutSize(width: 0, height: 0)

    /// This size as effects take it: empty along an axis that is negative or not a number up to a billion.
    var usable: LayoutSize {
        let allowed = 0...Setting.limit
        return LayoutSize(
            width: allowed.contains(width) ? width : 0, height: allowed.contains(height) ? height : 0)
    }
}

/// A rectangle in points: `origin` is its corner at the left and top.
public struct LayoutRect: Hashable, Sendable {
    public var origin: LayoutPoint
    public var size: LayoutSize

    @inlinable public init(origin: LayoutPoint, size: LayoutSize) {
        self.origin = origin
        self.size = size
    }

    @inlinable public init(x: Double, y: Double, width: Double, height: Double) {
        self.init(origin: LayoutPoint(x: x, y: y), size: LayoutSize(width: width, height: height))
    }

    @inlinable public var minX: Double { origin.x }
    @inlinable public var minY: Double { origin.y }
    @inlinable public var maxX: Double { origin.x + size.width }
    @inlinable public var maxY: Double { origin.y + size.height }

    /// Moved where this moves, with the same size.
    @inlinable public var center: LayoutPoint {
        get { LayoutPoint(x: origin.x + size.width / 2, y: origin.y + size.height / 2) }
        set { origin = LayoutPoint(x: newValue.x - size.width / 2, y: newValue.y - size.height / 2) }
    }
}

/// How far something reaches beyond each edge, in points.
public struct LayoutInsets: Hashable, Sendable {
    public var left, top, right, bottom: Double

    @inlinable public init(left: Double, top: Double, right: Double, bottom: Double) {
        self.left = left
        self.top = top
        self.right = right
        self.bottom = bottom
    }
}

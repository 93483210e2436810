/// A place in points: x grows to the right, y downwards, as toolkits lay out.
public struct LayoutPoint: Hashable, Sendable {
    public var x, y: Double

    @inlinable public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    public static let zero = LayoutPoint(x: 0, y: 0)

    @inlinable public static func + (point: LayoutPoint, offset: LayoutOffset) -> LayoutPoint {
        LayoutPoint(x: point.x + offset.x, y: point.y + offset.y)
    }

    @inlinable public static func - (left: LayoutPoint, right: LayoutPoint) -> LayoutOffset {
        LayoutOffset(x: left.x - right.x, y: left.y - right.y)
    }
}

/// How far something is moved, in points: x to the right, y downwards.
public struct LayoutOffset: Hashable, Sendable {
    public var x, y: Double

    @inlinable public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    public static let zero = LayoutOffset(x: 0, y: 0)

    @inlinable public static func + (left: LayoutOffset, right: LayoutOffset) -> LayoutOffset {
        LayoutOffset(x: left.x + right.x, y: left.y + right.y)
    }

    @inlinable public static prefix func - (offset: LayoutOffset) -> LayoutOffset {
        LayoutOffset(x: -offset.x, y: -offset.y)
    }
}

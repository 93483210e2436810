/// A place in points: x grows to the right, y downwards, as toolkits lay out.
public struct LayoutPoint: Hashable, Sendable {
    /// To the right, and downwards.
    public var x, y: Double

    /// A place so many points to the right and down.
    @inlinable public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// Where the space begins: its corner at the left and top.
    public static let zero = LayoutPoint(x: 0, y: 0)

    /// The place that the move leads to.
    @inlinable public static func + (point: LayoutPoint, offset: LayoutOffset) -> LayoutPoint {
        LayoutPoint(x: point.x + offset.x, y: point.y + offset.y)
    }

    /// The move from the right one to the left one.
    @inlinable public static func - (left: LayoutPoint, right: LayoutPoint) -> LayoutOffset {
        LayoutOffset(x: left.x - right.x, y: left.y - right.y)
    }
}

/// How far something is moved, in points: x to the right, y downwards.
public struct LayoutOffset: Hashable, Sendable {
    /// To the right, and downwards.
    public var x, y: Double

    /// A move by so many points to the right and down.
    @inlinable public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// No move.
    public static let zero = LayoutOffset(x: 0, y: 0)

    /// Both moves.
    @inlinable public static func + (left: LayoutOffset, right: LayoutOffset) -> LayoutOffset {
        LayoutOffset(x: left.x + right.x, y: left.y + right.y)
    }

    /// The way back.
    @inlinable public static prefix func - (offset: LayoutOffset) -> LayoutOffset {
        LayoutOffset(x: -offset.x, y: -offset.y)
    }
}

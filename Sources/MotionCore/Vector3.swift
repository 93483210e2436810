import Glibc

/// Three components along x, y and z.
public struct Vector3: Hashable, Sendable {
    public var x, y, z: Double

    @inlinable public init(_ x: Double, _ y: Double, _ z: Double) {
        self.x = x
        self.y = y
        self.z = z
    }

    public static let zero = Vector3(0, 0, 0)
    public static let unitX = Vector3(1, 0, 0)
    public static let unitY = Vector3(0, 1, 0)
    public static let unitZ = Vector3(0, 0, 1)

    @inlinable public var lengthSquared: Double { dot(self) }

    @inlinable public var length: Double { dot(self).squareRoot() }

    @inlinable public var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite }

    /// The same direction with length 1; nil where there is no direction.
    @inlinable public var normalized: Vector3? {
        let length = length
        guard length > 0, length.isFinite else { return nil }
        return self / length
    }

    @inlinable public func dot(_ other: Vector3) -> Double { x * other.x + y * other.y + z * other.z }

    @inlinable public func cross(_ other: Vector3) -> Vector3 {
        Vector3(
            y * other.z - z * other.y,
            z * other.x - x * other.z,
            x * other.y - y * other.x)
    }

    /// The angle between two directions, 0…π rad; exact also where they are nearly parallel.
    public func angle(to other: Vector3) -> Double { atan2(cross(other).length, dot(other)) }

    @inlinable public static func + (left: Vector3, right: Vector3) -> Vector3 {
        Vector3(left.x + right.x, left.y + right.y, left.z + right.z)
    }

    @inlinable public static func - (left: Vector3, right: Vector3) -> Vector3 {
        Vector3(left.x - right.x, left.y - right.y, left.z - right.z)
    }

    @inlinable public static prefix func - (vector: Vector3) -> Vector3 {
        Vector3(-vector.x, -vector.y, -vector.z)
    }

    @inlinable public static func * (vector: Vector3, factor: Double) -> Vector3 {
        Vector3(vector.x * factor, vector.y * factor, vector.z * factor)
    }

    @inlinable public static func * (factor: Double, vector: Vector3) -> Vector3 { vector * factor }

    @inlinable public static func / (vector: Vector3, divisor: Double) -> Vector3 { vector * (1 / divisor) }

    @inlinable public static func += (left: inout Vector3, right: Vector3) { left = left + right }

    @inlinable public static func -= (left: inout Vector3, right: Vector3) { left = left - right }
}

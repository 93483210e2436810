import Glibc

/// A rotation as a unit quaternion; `rotate` turns a vector by it.
///
/// As an attitude it turns device axes into the earth's, z up, heading arbitrary.
public struct Quaternion: Hashable, Sendable {
    public var w, x, y, z: Double

    @inlinable public init(w: Double, x: Double, y: Double, z: Double) {
        self.w = w
        self.x = x
        self.y = y
        self.z = z
    }

    public static let identity = Quaternion(w: 1, x: 0, y: 0, z: 0)

    /// The turn by the length of `rotationVector` (rad) about its direction.
    public init(rotationVector: Vector3) {
        let halfSquared = rotationVector.lengthSquared / 4
        let half = halfSquared.squareRoot()
        // Below 1e-4 rad the next terms of the series are under 1e-17.
        let sinc = half > 1e-4 ? sin(half) / half : 1 - halfSquared / 6
        let v = rotationVector * (sinc / 2)
        self.init(w: cos(half), x: v.x, y: v.y, z: v.z)
    }

    /// The shortest turn that takes the direction `from` to `to`; about any axis across when they are
    /// opposite.
    public init(from: Vector3, to: Vector3) {
        let axis = from.cross(to)
        let size = (from.lengthSquared * to.lengthSquared).squareRoot()
        let w = from.dot(to) + size
        // Closer to opposite than 1e-7 rad, both w and the axis are mostly rounding.
        if w > 1e-14 * size {
            self = Quaternion(w: w, x: axis.x, y: axis.y, z: axis.z).normalized
        } else {
            let least = abs(from.x) < abs(from.z) ? Vector3.unitX : .unitZ
            let across = from.cross(least)
            self = Quaternion(w: 0, x: across.x, y: across.y, z: across.z).normalized
        }
    }

    /// The opposite turn.
    @inlinable public var conjugate: Quaternion { Quaternion(w: w, x: -x, y: -y, z: -z) }

    /// Length 1 again; the identity when there is nothing to scale.
    @inlinable public var normalized: Quaternion {
        let length = (w * w + x * x + y * y + z * z).squareRoot()
        guard length > 0, length.isFinite else { return .identity }
        return Quaternion(w: w / length, x: x / length, y: y / length, z: z / length)
    }

    @inlinable public func rotate(_ v: Vector3) -> Vector3 {
        let u = Vector3(x, y, z)
        let t = 2 * u.cross(v)
        return v + w * t + u.cross(t)
    }

    /// First `right`, then `left`.
    @inlinable public static func * (left: Quaternion, right: Quaternion) -> Quaternion {
        Quaternion(
            w: left.w * right.w - left.x * right.x - left.y * right.y - left.z * right.z,
            x: left.w * right.x + left.x * right.w + left.y * right.z - left.z * right.y,
            y: left.w * right.y - left.x * right.z + left.y * right.w + left.z * right.x,
            z: left.w * right.z + left.x * right.y - left.y * right.x + left.z * right.w)
    }

    /// The angle of the turn from one to the other, 0…π rad.
    public func angle(to other: Quaternion) -> Double {
        let turn = conjugate * other
        return 2 * atan2(Vector3(turn.x, turn.y, turn.z).length, abs(turn.w))
    }

    /// For an attitude: where the earth's up is in device axes, a unit vector.
    @inlinable public var up: Vector3 {
        Vector3(2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z)
    }
}

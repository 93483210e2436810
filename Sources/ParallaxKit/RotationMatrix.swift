/// A rotation as a matrix.
///
/// As an ``Attitude``'s it turns the earth's axes into the device's: the third column is the earth's up as
/// the device sees it, so flat with the screen up `m33` is 1.
public struct RotationMatrix: Hashable, Sendable {
    /// Elements by row, then column.
    public var m11, m12, m13: Double
    public var m21, m22, m23: Double
    public var m31, m32, m33: Double

    /// By its columns.
    init(_ first: Vector3, _ second: Vector3, _ third: Vector3) {
        (m11, m12, m13) = (first.x, second.x, third.x)
        (m21, m22, m23) = (first.y, second.y, third.y)
        (m31, m32, m33) = (first.z, second.z, third.z)
    }

    /// The vector turned.
    public static func * (matrix: RotationMatrix, vector: Vector3) -> Vector3 {
        Vector3(
            matrix.m11 * vector.x + matrix.m12 * vector.y + matrix.m13 * vector.z,
            matrix.m21 * vector.x + matrix.m22 * vector.y + matrix.m23 * vector.z,
            matrix.m31 * vector.x + matrix.m32 * vector.y + matrix.m33 * vector.z)
    }
}

/// A proper rotation as the three rows of its matrix.
///
/// As a mounting it turns sensor axes into device axes: x to the right, y up the screen, z out of it.
package struct Rotation: Hashable, Sendable {
    package let x, y, z: Vector3

    package static let identity = Rotation(x: .unitX, y: .unitY)

    /// Completes two rows that stand at right angles to each other by the right-hand rule.
    package init(x: Vector3, y: Vector3) {
        self.x = x
        self.y = y
        z = x.cross(y)
    }

    package func rotate(_ v: Vector3) -> Vector3 { Vector3(x.dot(v), y.dot(v), z.dot(v)) }
}

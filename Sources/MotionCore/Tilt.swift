import Glibc

/// How the device leans, in radians.
package struct Tilt: Hashable, Sendable {
    /// About x, −π/2…π/2: positive with the top edge raised.
    package var pitch: Double
    /// About y, −π…π: positive with the right edge lowered; not defined where pitch is ±π/2.
    package var roll: Double

    package init(pitch: Double, roll: Double) {
        self.pitch = pitch
        self.roll = roll
    }

    /// From where up is in device axes.
    package init(up: Vector3) {
        let u = up.normalized ?? .unitZ
        pitch = asin(max(-1, min(1, u.y)))
        roll = atan2(-u.x, u.z)
    }
}

/// How far the screen faces away from where the viewer is: each −1…1, (0, 0) when it faces the viewer.
public struct ViewerOffset: Hashable, Sendable {
    /// Positive when the screen is turned to the viewer's right.
    public var x: Double
    /// Positive when the screen is turned down.
    public var y: Double

    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    public static let zero = ViewerOffset(x: 0, y: 0)

    public var length: Double { (x * x + y * y).squareRoot() }

    public static func + (left: ViewerOffset, right: ViewerOffset) -> ViewerOffset {
        ViewerOffset(x: left.x + right.x, y: left.y + right.y)
    }

    public static func - (left: ViewerOffset, right: ViewerOffset) -> ViewerOffset {
        ViewerOffset(x: left.x - right.x, y: left.y - right.y)
    }

    public static func * (factor: Double, offset: ViewerOffset) -> ViewerOffset {
        ViewerOffset(x: factor * offset.x, y: factor * offset.y)
    }
}

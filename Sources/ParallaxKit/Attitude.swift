import Glibc

/// How the device is turned against the earth: z up, heading arbitrary.
///
/// Device axes are right-handed and do not turn with the picture: x to the right of the screen, y to its top,
/// z out of it. The angles are turns about z (yaw), then x (pitch), then y (roll).
public struct Attitude: Hashable, Sendable {
    /// A unit quaternion that turns device axes into the earth's.
    public var quaternion: Quaternion

    /// Of a unit quaternion that turns device axes into the earth's.
    public init(quaternion: Quaternion) { self.quaternion = quaternion }

    /// Of angles in radians.
    public init(pitch: Double, roll: Double, yaw: Double = 0) {
        quaternion =
            Quaternion(rotationVector: .unitZ * yaw) * Quaternion(rotationVector: .unitX * pitch)
            * Quaternion(rotationVector: .unitY * roll)
    }

    /// Axes of the device and of the earth are the same.
    public static let identity = Attitude(quaternion: .identity)

    /// The turn about x in radians, −π/2…π/2: positive with the top edge raised, π/2 upright.
    public var pitch: Double { Tilt(up: quaternion.up).pitch }

    /// The turn about y in radians, −π…π: positive with the right edge lowered; not defined where pitch is
    /// ±π/2.
    public var roll: Double { Tilt(up: quaternion.up).roll }

    /// The turn about z in radians, −π…π: positive counter-clockwise seen from above. What counts as 0 is
    /// arbitrary and drifts slowly; not defined where pitch is ±π/2.
    public var yaw: Double {
        let top = quaternion.rotate(.unitY)
        return atan2(-top.x, top.y)
    }

    /// Turns the earth's axes into the device's.
    public var rotationMatrix: RotationMatrix {
        let device = quaternion.conjugate
        return RotationMatrix(device.rotate(.unitX), device.rotate(.unitY), device.rotate(.unitZ))
    }

    /// Makes this the turn since `attitude`: the identity where both are the same.
    public mutating func multiply(byInverseOf attitude: Attitude) {
        quaternion = (attitude.quaternion.conjugate * quaternion).normalized
    }

    /// The turn since `attitude`.
    public func multiplied(byInverseOf attitude: Attitude) -> Attitude {
        var turn = self
        turn.multiply(byInverseOf: attitude)
        return turn
    }
}

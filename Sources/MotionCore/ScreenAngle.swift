/// How far the picture is turned counter-clockwise on the screen, as `wl_output` counts its transform.
///
/// 0 is a picture whose right and up are the device's x and y. With 90 the device's left edge is up, with 180
/// its lower edge, with 270 its right edge.
public enum ScreenAngle: Int, CaseIterable, Sendable {
    /// As the device's axes are.
    case zero = 0
    /// 90°: the device's left edge is up.
    case quarter = 90
    /// 180°: its lower edge is up.
    case half = 180
    /// 270°: its right edge is up.
    case threeQuarters = 270

    /// The turn from device axes to the picture's.
    private var turn: Quaternion {
        let half = 0.5.squareRoot()
        return switch self {
        case .zero: .identity
        case .quarter: Quaternion(w: half, x: 0, y: 0, z: half)
        case .half: Quaternion(w: 0, x: 0, y: 0, z: 1)
        case .threeQuarters: Quaternion(w: half, x: 0, y: 0, z: -half)
        }
    }

    /// A vector's components along the picture's axes.
    package func picture(_ device: Vector3) -> Vector3 {
        switch self {
        case .zero: device
        case .quarter: Vector3(device.y, -device.x, device.z)
        case .half: Vector3(-device.x, -device.y, device.z)
        case .threeQuarters: Vector3(-device.y, device.x, device.z)
        }
    }

    /// How far the picture faces away from the viewer.
    package func picture(_ device: ViewerOffset) -> ViewerOffset {
        switch self {
        case .zero: device
        case .quarter: ViewerOffset(x: -device.y, y: device.x)
        case .half: ViewerOffset(x: -device.x, y: -device.y)
        case .threeQuarters: ViewerOffset(x: device.y, y: -device.x)
        }
    }

    /// Picture axes → earth axes.
    package func picture(_ device: Quaternion) -> Quaternion { device * turn }

    /// All of a motion as it is for the picture.
    package func picture(_ device: Motion) -> Motion {
        var motion = device
        motion.attitude = picture(device.attitude)
        motion.bias = picture(device.bias)
        motion.rotationRate = picture(device.rotationRate)
        motion.userAcceleration = picture(device.userAcceleration)
        motion.offset = picture(device.offset)
        return motion
    }
}

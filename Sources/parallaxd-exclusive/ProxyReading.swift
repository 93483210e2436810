import LinuxIO
import MotionCore

/// Which way is down, in the numbers that iio-sensor-proxy expects of an input device.
///
/// It takes 256 for 1 g whatever the device says of its resolution, applies no mount matrix, and has signs of
/// its own: −256 on the axis whose end is up, but for z, which is 256 with the screen up.
struct ProxyReading: Hashable {
    let x, y, z: Int32

    /// `gravity`: in g and device axes, (0, 0, −1) flat with the screen up.
    ///
    /// Acceleration as the sensor gives it would turn the screen in a shaking hand.
    init(gravity: Vector3) {
        x = units(gravity.x)
        y = units(gravity.y)
        z = units(-gravity.z)
    }
}

/// What comes over the socket is no direction if something is wrong: it is kept within 1 g.
private func units(_ value: Double) -> Int32 {
    Int32((max(-1, min(1, value)) * Double(InputAccelerometer.unitsPerGravity)).rounded())
}

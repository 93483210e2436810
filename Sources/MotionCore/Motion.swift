/// What fusion knows of the device at one moment.
package struct Motion: Hashable, Sendable {
    package var time: Timestamp
    /// Device axes → earth axes, z up, heading arbitrary.
    package var attitude: Quaternion
    /// The gyroscope's offset in rad/s, device axes; zero without a gyroscope.
    package var bias: Vector3
    /// Angular rate without its offset, rad/s, device axes.
    package var rotationRate: Vector3
    /// Acceleration without gravity, m/s², device axes.
    package var userAcceleration: Vector3
    /// Whether the device lies or stands still.
    package var isResting: Bool
    /// How much the device is pulled and pushed, in m/s²: 0.03 at rest, 0.2 in a steady hand, about 0.7 in
    /// that of someone who walks.
    package var shake: Double
    /// Against the neutral pose, not smoothed.
    package var offset: ViewerOffset

    package init(
        time: Timestamp, attitude: Quaternion, bias: Vector3, rotationRate: Vector3,
        userAcceleration: Vector3, isResting: Bool, shake: Double, offset: ViewerOffset
    ) {
        self.time = time
        self.attitude = attitude
        self.bias = bias
        self.rotationRate = rotationRate
        self.userAcceleration = userAcceleration
        self.isResting = isResting
        self.shake = shake
        self.offset = offset
    }

    package var tilt: Tilt { Tilt(up: attitude.up) }
}

/// Where motion comes from: the chosen hardware, a recording or the simulation.
package struct SensorDevice: Hashable, Sendable {
    /// How scans are had.
    package enum Mode: String, Hashable, Sendable {
        /// The kernel fills a buffer.
        case buffer
        /// The daemon reads attributes.
        case poll
        case simulation
        case replay
    }

    /// The accelerometer's, such as `iio:device0`.
    package var id: String
    /// The gyroscope's id, when it is another device.
    package var gyro: String?
    package var name: String
    package var sensors: Set<Sensor>
    package var mode: Mode
    package var axes: SensorAxes

    package init(
        id: String, gyro: String? = nil, name: String, sensors: Set<Sensor>, mode: Mode,
        axes: SensorAxes = SensorAxes()
    ) {
        self.id = id
        self.gyro = gyro
        self.name = name
        self.sensors = sensors
        self.mode = mode
        self.axes = axes
    }
}

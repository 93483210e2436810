import CIIOShim
package import LinuxIO
import MotionCore

/// The motion sensors of this machine at one moment.
@safe package final class DeviceCatalog {
    package let nodes: [SensorNode]
    /// Nil where the kernel has no IIO device.
    private let context: OpaquePointer?

    package init() throws(Errno) {
        var context: OpaquePointer?
        do throws(Errno) { try check(unsafe plx_context_create(&context)) } catch .noFile {}
        unsafe self.context = context
        guard let context = unsafe context else {
            nodes = []
            return
        }
        let udev = try Udev()
        nodes = unsafe (0..<plx_context_count(context)).compactMap {
            unsafe SensorNode(plx_context_device(context, $0), udev)
        }
    }

    /// The device because of which libiio refuses all of them; empty where there is none.
    package var obstacle: String {
        guard let context = unsafe context else { return "" }
        return unsafe String(cString: plx_context_obstacle(context))
    }

    deinit { if let context = unsafe context { unsafe plx_context_free(context) } }

    /// Starts streaming some of a device's sensors.
    func open(
        _ id: String, _ sensors: Set<Sensor>, _ mode: plx_mode, rate: Double
    ) throws(Errno) -> OpaquePointer {
        guard let context = unsafe context else { throw .noDevice }
        var stream: OpaquePointer?
        let mask = sensors.reduce(0) { $0 | ($1 == .accel ? PLX_ACCEL : PLX_GYRO).rawValue }
        try check(unsafe plx_stream_open(context, id, mask, mode, rate, &stream))
        guard let stream = unsafe stream else { throw .noDevice }
        return unsafe stream
    }
}

extension SensorNode {
    /// Nil for a device that goes away meanwhile.
    fileprivate init?(_ info: plx_device_info, _ udev: Udev) {
        var sensors: Set<Sensor> = []
        if unsafe info.sensors & PLX_ACCEL.rawValue != 0 { sensors.insert(.accel) }
        if unsafe info.sensors & PLX_GYRO.rawValue != 0 { sensors.insert(.gyro) }
        let id = unsafe String(cString: info.id)
        guard let path = resolvedPath("/sys/bus/iio/devices/\(id)") else { return nil }
        self.init(id: id, name: unsafe String(cString: info.name), path: path, sensors: sensors)
        label = unsafe String(cString: info.label)
        part = SensorNode.part(
            label: label, location: unsafe String(cString: info.location),
            udev: udev.property("ACCEL_LOCATION", ofDeviceAt: path))
        axisCounts = unsafe [.accel: Int(info.accel_axes), .gyro: Int(info.gyro_axes)]
        hasBuffer = unsafe info.has_buffer != 0
        udevMatrix = udev.property("ACCEL_MOUNT_MATRIX", ofDeviceAt: path)
        proxyUse = ProxyUse(property: udev.property("IIO_SENSOR_PROXY_TYPE", ofDeviceAt: path) ?? "")
        accelMatrix = unsafe String(cString: info.accel_matrix)
        gyroMatrix = unsafe String(cString: info.gyro_matrix)
        quirks = Quirks { udev.property($0, ofDeviceAt: path) }
    }
}

import CIIOShim
package import MotionCore

/// How iio-sensor-proxy, which turns the screen by an accelerometer, reads it.
package enum ProxyUse: Hashable, Sendable {
    /// It is not installed, or not for this device.
    case none
    /// Attribute by attribute; where a driver refuses that while a buffer runs, it sees zeros.
    case polls
    /// Through the buffer, while somebody claims the sensor. It stops buffers that are not its own.
    case buffers

    /// By the udev property `IIO_SENSOR_PROXY_TYPE`.
    package init(property: String) {
        let words = property.split(separator: " ")
        self =
            words.contains("iio-buffer-accel") ? .buffers : words.contains("iio-poll-accel") ? .polls : .none
    }
}

/// An IIO device; most have an accelerometer, a gyroscope or both.
package struct SensorNode: Hashable, Sendable {
    /// The part of the machine that it sits in.
    package enum Part: String, Hashable, Sendable {
        case display, base, camera
    }

    /// Such as `iio:device0`: the number changes with every plugging.
    package var id: String
    package var name: String
    /// Empty where the kernel gives none.
    package var label = ""
    /// The sysfs directory, links resolved: stays the same over unplugging and boots.
    package var path: String
    /// Those with all three axes.
    package var sensors: Set<Sensor>
    /// How many of the three axes each has.
    package var axisCounts: [Sensor: Int] = [:]
    package var part: Part?
    package var hasBuffer = false
    package var proxyUse = ProxyUse.none
    package var quirks = Quirks()
    /// `ACCEL_MOUNT_MATRIX` of the udev database.
    package var udevMatrix: String?
    /// The kernel's matrices, empty where it has none.
    package var accelMatrix = ""
    package var gyroMatrix = ""

    package init(id: String, name: String, path: String, sensors: Set<Sensor>) {
        self.id = id
        self.name = name
        self.path = path
        self.sensors = sensors
    }

    /// The sign of its readings: HID sensor hubs are the only ones that give −1 g on the axis that is up.
    package var convention: MountMatrix.Convention { path.contains("/HID-SENSOR-") ? .hub : .chip }

    /// The same from boot to boot and in every socket, unlike the number at the end of the path.
    package var identity: String { "\(name) \(parent)" }

    /// For what is in device axes and so good for one mounting only.
    func identity(mounted rotation: Rotation) -> String { "\(identity) mounted \(rotation.rows)" }

    /// Scans a second that are asked of it where the fastest client wants `rate` frames.
    package func wantedRate(for rate: Double) -> Double { max(SensorNode.usualRate, quirks.rate ?? 0, rate) }

    package static let usualRate = 100.0

    /// The hardware that it belongs to.
    fileprivate var parent: Substring { path[..<(path.lastIndex(of: "/") ?? path.endIndex)] }

    /// What people call it: name and id, and the label where there is one.
    package var title: String { "\(name) (\(id)\(label.isEmpty ? "" : ", \(label)"))" }

    /// Whether its driver made the trigger of this name, to sample by.
    package func owns(trigger: String) -> Bool { unsafe plx_trigger_is_own(trigger, name, id) != 0 }

    /// From `label` and `location` of the kernel and `ACCEL_LOCATION` of udev; the first that says something
    /// counts.
    package static func part(label: String, location: String, udev: String?) -> Part? {
        for text in [udev ?? "", label, location] {
            switch text {
            case "display", "lid", "accel-display": return .display
            case "base", "accel-base": return .base
            case "camera", "accel-camera": return .camera
            default: continue
            }
        }
        return nil
    }
}

/// The accelerometer that was chosen and the gyroscope that goes with it.
package struct SensorPair: Hashable, Sendable {
    package var accel: SensorNode
    /// The same device, another, or none.
    package var gyro: SensorNode?
    /// A sentence that says why.
    package var reason: String
    /// How the accelerometer sits in the device, where a calibration has found it.
    package var mounting: Rotation?

    package init(accel: SensorNode, gyro: SensorNode? = nil, reason: String) {
        self.accel = accel
        self.gyro = gyro
        self.reason = reason
    }

    /// The gyroscope where it is another device.
    package var separateGyro: SensorNode? { gyro?.id == accel.id ? nil : gyro }

    /// How both sit in the device: as calibrated, else by the first matrix that is usable: udev's, the
    /// kernel's, none.
    ///
    /// A calibration and udev's matrix are about this very chip, so they count for a gyroscope in the same
    /// one too, also where the kernel makes two devices of it.
    package var axes: SensorAxes {
        let udev = accel.udevMatrix.flatMap(MountMatrix.init)
        let matrix = udev ?? MountMatrix(accel.accelMatrix) ?? .identity
        let rotation = mounting ?? matrix.rotation(for: accel.convention)
        guard let gyro else { return SensorAxes(accel: rotation) }
        let isOneChip = gyro.parent == accel.parent
        let own = isOneChip && udev != nil ? nil : MountMatrix(gyro.gyroMatrix)
        if let mounting, isOneChip || own == nil { return SensorAxes(accel: rotation, gyro: mounting) }
        return SensorAxes(accel: rotation, gyro: (own ?? matrix).rotation(for: gyro.convention))
    }
}

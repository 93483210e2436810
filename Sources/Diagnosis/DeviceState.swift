package import LinuxIO
import MotionCore
package import Sensors

/// A device as it was found.
package struct DeviceState: Sendable {
    package var node: SensorNode
    /// The kernel module's or driver's name; nil where it is not told.
    package var driver: String?
    /// All attributes but readings, by their paths below the device's directory.
    package var attributes: [String: Result<String, Errno>] = [:]
    /// The first attribute that did not answer in time.
    package var slowAttribute: String?
    /// Of the udev database.
    package var properties: [String: String] = [:]
    /// Whether /dev has the device.
    package var isNodeThere = false
    package var mayOpenNode = false
    package var mayReadReadings = false
    package var mayChangeSettings = false
    /// Whether udev's rule gave node and settings to the service's user; nil where there is no such user.
    package var isGiven: Bool?
    /// The daemon that has taken the device for itself.
    package var owner: Evidence.Program?
    /// Who has the device open, as far as this user may see.
    package var holders: [Evidence.Program] = []
    /// Whether a daemon noted settings that it did not put back yet.
    package var hasNote = false

    package init(_ node: SensorNode) { self.node = node }

    /// Nil where the attribute is not there or cannot be read.
    package func value(_ name: String) -> String? {
        attributes[name]?.text
    }

    var isRunning: Bool { value("buffer/enable") == "1" }

    /// Whether each scan element is on.
    var elements: [Bool] {
        attributes.keys.filter { $0.hasPrefix("scan_elements/") && $0.hasSuffix("_en") }.sorted()
            .compactMap { value($0) }.map { $0 == "1" }
    }

    /// Nil where the device takes none; empty where none is attached.
    var trigger: String? { value("trigger/current_trigger") }

    /// How the proxy may read it.
    var proxyUse: ProxyUse { ProxyUse(property: properties["IIO_SENSOR_PROXY_TYPE"] ?? "") }

    /// As iio-sensor-proxy leaves a buffer that it will use again.
    var looksLikeIdleProxy: Bool {
        !isRunning && !elements.isEmpty && elements.allSatisfy { $0 } && value("buffer/length") == "128"
    }

    /// A setting of one axis, else of all axes of a sensor, else of all that the device has.
    func setting(_ name: String, _ sensor: Sensor, axis: String = "x") -> Result<String, Errno>? {
        let kind = sensor.attributeName
        return ["in_\(kind)_\(axis)_\(name)", "in_\(kind)_\(name)", "in_\(name)", name].lazy
            .compactMap { attributes[$0] }.first
    }

    func number(_ name: String, _ sensor: Sensor, axis: String = "x") -> Double? {
        setting(name, sensor, axis: axis)?.text.flatMap(Double.init)
    }

    /// As a command names it.
    var directory: String { "/sys/bus/iio/devices/\(node.id)" }
}

extension Result where Success == String {
    /// Nil for a failure.
    var text: String? {
        if case .success(let text) = self { text } else { nil }
    }
}

extension Sensor {
    /// As the kernel calls it.
    var attributeName: String { self == .accel ? "accel" : "anglvel" }

    /// In sentences.
    var title: String { self == .accel ? "accelerometer" : "gyroscope" }

    var unit: String { self == .accel ? "m/s2" : "rad/s" }
}

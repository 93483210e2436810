import LinuxIO
import MotionCore

/// Which device to read.
package enum DeviceSelector: Hashable, Sendable {
    /// The best there is.
    case auto
    /// By id, name, label or sysfs path.
    case named(String)
}

/// Which gyroscope goes with the accelerometer.
package enum GyroSelector: Hashable, Sendable {
    case auto
    case none
    /// By id, name, label or sysfs path.
    case named(String)
}

/// Why no device was chosen: sentences for people.
package enum SelectionFailure: Error, Hashable {
    /// What was asked for does not exist.
    case noSuchDevice(String)
    /// There is nothing to choose; a device may come.
    case nothing(String)
}

/// Chooses among `nodes`.
package func select(
    _ selector: DeviceSelector, gyro: GyroSelector, among nodes: [SensorNode]
) throws(SelectionFailure) -> SensorPair {
    var pair = try accelerometer(selector, among: nodes)
    switch gyro {
    case .none:
        pair.gyro = nil
    case .auto:
        pair.gyro = gyroscope(for: pair.accel, among: nodes)
    case .named(let name):
        let found = try named(name, among: nodes)
        guard found.sensors.contains(.gyro) else {
            throw .noSuchDevice("\(found.title) has no gyroscope; \(listing(nodes))")
        }
        pair.gyro = found
    }
    return pair
}

private func accelerometer(
    _ selector: DeviceSelector, among nodes: [SensorNode]
) throws(SelectionFailure) -> SensorPair {
    if case .named(let name) = selector {
        let found = try named(name, among: nodes)
        guard found.sensors.contains(.accel) else {
            throw .noSuchDevice("\(found.title) has no accelerometer with three axes; \(listing(nodes))")
        }
        return SensorPair(accel: found, reason: "named")
    }
    let candidates = nodes.filter { $0.sensors.contains(.accel) }
    guard !candidates.isEmpty else {
        throw .nothing("no accelerometer with three axes on this machine; \(listing(nodes))")
    }
    let wanted = candidates.filter { $0.part == .display } + candidates.filter { $0.part == nil }
    guard let best = wanted.min(by: { ($0.part == nil ? 1 : 0, $0.path) < ($1.part == nil ? 1 : 0, $1.path) })
    else {
        throw .nothing(
            "only accelerometers that do not move with the display; "
                + "choose one with --device if that is meant: \(listing(candidates))")
    }
    let equals = wanted.filter { $0.part == best.part }
    let rival = equals.count > 1 ? "; \(equals.count) are equal, --device chooses another" : ""
    let reason = best.part == .display ? "in the display" : "an accelerometer with three axes"
    return SensorPair(accel: best, reason: reason + rival)
}

/// The device's own gyroscope, else the one nearest to it in the tree of devices that does not sit in another
/// part.
private func gyroscope(for accel: SensorNode, among nodes: [SensorNode]) -> SensorNode? {
    if accel.sensors.contains(.gyro) { return accel }
    return
        nodes
        .filter {
            $0.sensors.contains(.gyro) && ($0.part == nil || accel.part == nil || $0.part == accel.part)
        }
        .max { (nearness($0, accel), $1.path) < (nearness($1, accel), $0.path) }
}

/// How many directories two devices have in common.
private func nearness(_ one: SensorNode, _ other: SensorNode) -> Int {
    zip(one.path.split(separator: "/"), other.path.split(separator: "/")).prefix { $0 == $1 }.count
}

private func named(_ name: String, among nodes: [SensorNode]) throws(SelectionFailure) -> SensorNode {
    // Those who copy a path copy the one with links, below /sys/bus/iio/devices.
    let path = name.hasPrefix("/") ? resolvedPath(name) : nil
    let found =
        nodes.first { $0.id == name } ?? nodes.first { $0.path == path }
        ?? nodes.sorted { $0.path < $1.path }.first { $0.name == name || $0.label == name }
    guard let found else { throw .noSuchDevice("there is no sensor \"\(name)\"; \(listing(nodes))") }
    return found
}

private func listing(_ nodes: [SensorNode]) -> String {
    let nodes = nodes.filter { !$0.sensors.isEmpty }
    guard !nodes.isEmpty else { return "this machine has no accelerometer or gyroscope in IIO" }
    return "there is " + nodes.map(\.title).joined(separator: ", ")
}

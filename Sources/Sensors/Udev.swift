import CUdev
package import LinuxIO

/// The udev database.
@safe final class Udev {
    fileprivate let handle: OpaquePointer

    init() throws(Errno) {
        guard let handle = unsafe udev_new() else { throw .current }
        unsafe self.handle = handle
    }

    deinit { unsafe _ = udev_unref(handle) }

    /// A property of the device at a sysfs path; nil where there is no such device or property.
    func property(_ name: String, ofDeviceAt path: String) -> String? {
        guard let device = unsafe udev_device_new_from_syspath(handle, path) else { return nil }
        defer { unsafe _ = udev_device_unref(device) }
        guard let value = unsafe udev_device_get_property_value(device, name) else { return nil }
        return unsafe String(cString: value)
    }
}

/// What a program waits for that may not use a device.
package let missingRights = "waits for parallaxd's udev rule to give the rights"

/// All properties of the device at a sysfs path; none where the database does not have it.
package func udevProperties(ofDeviceAt path: String) throws(Errno) -> [String: String] {
    let udev = try Udev()
    guard let device = unsafe udev_device_new_from_syspath(udev.handle, path) else { return [:] }
    defer { unsafe _ = udev_device_unref(device) }
    var properties: [String: String] = [:]
    var entry = unsafe udev_device_get_properties_list_entry(device)
    while let current = unsafe entry {
        if let name = unsafe udev_list_entry_get_name(current),
            let value = unsafe udev_list_entry_get_value(current)
        {
            unsafe properties[String(cString: name)] = unsafe String(cString: value)
        }
        unsafe entry = unsafe udev_list_entry_get_next(current)
    }
    return properties
}

/// Becomes readable when an IIO device comes or goes.
@safe package final class DeviceMonitor {
    /// What happened.
    package struct Event: Hashable, Sendable {
        /// Such as `add` and `remove`.
        package let action: String
        /// Such as `iio:device0`.
        package let device: String
    }

    private let udev: Udev
    private let monitor: OpaquePointer

    package init() throws(Errno) {
        udev = try Udev()
        // udevd repeats the kernel's events once its rules have run, rights included; without it nobody does.
        let source = fileExists("/run/udev/control") ? "udev" : "kernel"
        guard let monitor = unsafe udev_monitor_new_from_netlink(udev.handle, source) else { throw .current }
        unsafe self.monitor = monitor
        try check(unsafe udev_monitor_filter_add_match_subsystem_devtype(monitor, "iio", nil))
        try check(unsafe udev_monitor_enable_receiving(monitor))
    }

    deinit { unsafe _ = udev_monitor_unref(monitor) }

    package var descriptor: CInt { unsafe udev_monitor_get_fd(monitor) }

    /// The next event; nil when none waits.
    package func next() -> Event? {
        while let device = unsafe udev_monitor_receive_device(monitor) {
            defer { unsafe _ = udev_device_unref(device) }
            guard let action = unsafe udev_device_get_action(device),
                let name = unsafe udev_device_get_sysname(device)
            else { continue }
            return unsafe Event(action: String(cString: action), device: String(cString: name))
        }
        return nil
    }
}

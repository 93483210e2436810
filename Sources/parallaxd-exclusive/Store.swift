import CSystemd
import LinuxIO

/// Descriptors that systemd keeps for the service from one process to the next.
enum Store {
    private static let name = "accelerometer"

    /// The device that a process before this one left; nil without one.
    static func take() -> InputAccelerometer? {
        guard sd_listen_fds(1) > 0 else { return nil }
        let device = InputAccelerometer(adopting: Descriptor(owning: SD_LISTEN_FDS_START))
        guard device.node != nil else { return nil }
        return consume device
    }

    /// Leaves a device to those that come after this one; without systemd it goes with this process.
    static func put(_ device: borrowing InputAccelerometer) {
        var descriptor = device.descriptor
        // There is room for one: what could not be taken over makes room.
        unsafe _ = sd_notify(0, "FDSTOREREMOVE=1\nFDNAME=\(name)")
        unsafe _ = sd_pid_notify_with_fds(0, 0, "FDSTORE=1\nFDNAME=\(name)", &descriptor, 1)
    }

    /// Tells systemd that the service serves.
    static func announce() { unsafe _ = sd_notify(0, "READY=1") }
}

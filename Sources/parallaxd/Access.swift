import CSystemd
import LinuxIO

/// Whether a client may see motion, which tells a lot about a person: root, the daemon's own user, and
/// whoever sits at the active seat.
func mayConnect(_ peer: PeerCredentials) -> Bool {
    // A user's session state is no help: it is "active" over ssh too.
    if peer.uid == 0 || peer.uid == ownUser { return true }
    return unsafe sd_uid_is_on_seat(peer.uid, 1, "seat0") > 0
}

/// Becomes readable when somebody comes to a seat or leaves it.
@safe final class SeatMonitor {
    private let monitor: OpaquePointer

    /// Fails where no logind runs.
    init() throws(Errno) {
        var monitor: OpaquePointer?
        try check(unsafe sd_login_monitor_new("seat", &monitor))
        guard let monitor = unsafe monitor else { throw .noFile }
        unsafe self.monitor = monitor
    }

    deinit { unsafe _ = sd_login_monitor_unref(monitor) }

    var descriptor: CInt { unsafe sd_login_monitor_get_fd(monitor) }

    /// Takes note of what happened: the next change makes it readable again.
    func flush() { unsafe _ = sd_login_monitor_flush(monitor) }
}

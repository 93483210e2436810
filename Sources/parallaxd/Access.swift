import CSystemd
import LinuxIO

/// Who may see motion, which tells a lot about a person.
struct Access: Equatable {
    /// By their numbers; those that the configuration names.
    var users: Set<UInt32> = []
    var groups: Set<UInt32> = []

    /// Those whose right does not come and go, for people.
    var permanent: String {
        let own = ownUser == 0 ? [] : ["user \(ownUser)"]
        let named = users.isEmpty && groups.isEmpty ? [] : ["those of the configuration"]
        return (["root"] + own + named).joined(separator: ", ")
    }

    /// Root, the daemon's own user, whoever sits at the active seat, and who is named.
    func admits(_ peer: PeerCredentials) -> Bool {
        if peer.uid == 0 || peer.uid == ownUser || users.contains(peer.uid) { return true }
        if groups.contains(peer.gid) || !groups.isDisjoint(with: peer.groups) { return true }
        // A user's session state is no help: it is "active" over ssh too.
        return unsafe sd_uid_is_on_seat(peer.uid, 1, "seat0") > 0
    }
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

import CSystemd
import LinuxIO

/// Whether a client may see motion, which tells a lot about a person: root, the daemon's own user, and
/// whoever sits at the active seat.
func mayConnect(_ peer: PeerCredentials) -> Bool {
    // A user's session state is no help: it is "active" over ssh too.
    if peer.uid == 0 || peer.uid == ownUser { return true }
    return unsafe sd_uid_is_on_seat(peer.uid, 1, "seat0") > 0
}

/// Where daemon and clients meet.
package enum SocketPath {
    /// The daemon of the system.
    package static let system = "/run/parallaxd/parallaxd.sock"

    /// Where a daemon listens unless told otherwise: `PARALLAXD_SOCKET`, else as root the system's path, else
    /// one in `XDG_RUNTIME_DIR`. Nil where a user has no such directory.
    package static var ofDaemon: String? {
        environment("PARALLAXD_SOCKET") ?? (ownUser == 0 ? system : ofUser)
    }

    /// Where a client looks unless told otherwise: `PARALLAXD_SOCKET`, else this user's own daemon if it is
    /// there, else the system's.
    package static var ofClient: String {
        if let path = environment("PARALLAXD_SOCKET") { return path }
        guard ownUser != 0, let own = ofUser, fileExists(own) else { return system }
        return own
    }

    private static var ofUser: String? { environment("XDG_RUNTIME_DIR").map { $0 + "/parallaxd.sock" } }
}

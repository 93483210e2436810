/// Where daemon and clients meet.
package enum SocketPath {
    /// The daemon of the system.
    package static let system = systemDirectory + "/parallaxd.sock"
    package static let systemDirectory = "/run/parallaxd"
    /// What the daemon of the system notes until the machine's next start.
    package static let systemNotes = systemDirectory + "/settings"

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

    /// Where a daemon keeps what must outlive it but not the machine's next start: what systemd gives the
    /// service, else the usual place. Nil where a user has no such directory.
    package static var runtimeDirectory: String? {
        LinuxIO.directory(from: "RUNTIME_DIRECTORY")
            ?? (ownUser == 0 ? systemNotes : environment("XDG_RUNTIME_DIR"))
    }

    private static var ofUser: String? { environment("XDG_RUNTIME_DIR").map { $0 + "/parallaxd.sock" } }
}

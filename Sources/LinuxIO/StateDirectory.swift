/// Where a daemon keeps what it knows of devices from run to run, in a file for each.
package struct StateDirectory: Hashable, Sendable {
    package let path: String

    package init(path: String) { self.path = path }

    /// Of a daemon that runs as `user`: what systemd gives the service, else the usual place of root's or of
    /// a user's state. Nil where nobody tells: another user's environment is not ours.
    package init?(of user: UInt32 = ownUser) {
        if let given = directory(from: "STATE_DIRECTORY") {
            path = given
        } else if user == 0 {
            path = "/var/lib/parallaxd"
        } else {
            let state = environment("XDG_STATE_HOME") ?? environment("HOME").map { $0 + "/.local/state" }
            guard user == ownUser, let state else { return nil }
            path = state + "/parallaxd"
        }
    }

    /// The file of a kind about a device: a name for people and a number that tells two of a name apart.
    package func file(_ kind: String, of device: String) -> String {
        let name = device.prefix { $0 != " " }.map { $0.isLetter || $0.isNumber ? $0 : "-" }
        return "\(path)/\(String(name))-\(String(fingerprint(device), radix: 16)).\(kind)"
    }

    /// Whether a file could be written, as far as rights go.
    package var isWritable: Bool {
        var directory = path[...]
        while !fileExists(String(directory)), let slash = directory.lastIndex(of: "/") {
            directory = directory[..<slash]
        }
        return mayWrite(directory.isEmpty ? "/" : String(directory))
    }

    /// Puts `text` into the place of a file, whole or not at all.
    package func write(_ text: String, to file: String) throws(Errno) {
        try makeDirectories(path)
        try writeFile(file, Array(text.utf8))
    }
}

/// FNV-1a of 64 bits.
private func fingerprint(_ text: String) -> UInt64 {
    text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
}

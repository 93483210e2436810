import CLinux
import Glibc

/// Keeps other programs from taking the same thing; given back with its owner, also when that dies.
package struct FileLock: ~Copyable {
    private let file: Descriptor

    /// Takes the lock on an existing file or directory. When another has it, waits or throws `.wouldBlock`.
    package init(on path: String, waits: Bool = false) throws(Errno) {
        let file = try Descriptor.open(path, O_RDONLY)
        try syscall { flock(file.rawValue, waits ? LOCK_EX : LOCK_EX | LOCK_NB) }
        self.file = file
    }

    /// The process that has the lock on `path`; nil when none that this process may see has it.
    package static func holder(of path: String) -> Int32? {
        var status = stat()
        guard unsafe stat(path, &status) == 0, let locks = attribute("/proc/locks") else { return nil }
        for line in locks.split(separator: "\n") {
            // 1: FLOCK  ADVISORY  WRITE 1234 00:15:6789 0 EOF
            let words = line.split(separator: " ")
            guard words.count >= 6, words[1] == "FLOCK", let pid = Int32(words[4]),
                let inode = words[5].split(separator: ":").last, UInt64(inode) == UInt64(status.st_ino)
            else { continue }
            return pid
        }
        return nil
    }
}

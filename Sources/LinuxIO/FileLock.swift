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
        guard unsafe stat(path, &status) == 0, let locks = fileText("/proc/locks") else { return nil }
        for line in locks.split(separator: "\n") {
            // 1: FLOCK  ADVISORY  WRITE 1234 00:15:6789 0 EOF
            let words = line.split(separator: " ")
            guard words.count >= 6, words[1] == "FLOCK", let pid = Int32(words[4]) else { continue }
            let place = words[5].split(separator: ":")
            guard place.count == 3, UInt64(place[0], radix: 16) == major(status.st_dev),
                UInt64(place[1], radix: 16) == minor(status.st_dev), UInt64(place[2]) == UInt64(status.st_ino)
            else { continue }
            return pid
        }
        return nil
    }
}

/// The driver's part of a device number, as `makedev(3)` puts them together.
private func major(_ device: dev_t) -> UInt64 {
    UInt64(device) >> 8 & 0xFFF | UInt64(device) >> 32 & 0xFFFF_F000
}

private func minor(_ device: dev_t) -> UInt64 { UInt64(device) & 0xFF | UInt64(device) >> 12 & 0xFFFF_FF00 }

import Glibc

/// Becomes readable when somebody has written to one of some files, this program included.
package struct FileWatch: ~Copyable {
    private let inotify: Descriptor
    private let files: [CInt: Int]

    package init(_ paths: [String]) throws(Errno) {
        let inotify = Descriptor(owning: try syscall { inotify_init1(CInt(IN_NONBLOCK | IN_CLOEXEC)) })
        var files: [CInt: Int] = [:]
        for (index, path) in paths.enumerated() {
            let watched = try syscall {
                unsafe inotify_add_watch(inotify.rawValue, path, UInt32(IN_MODIFY))
            }
            files[watched] = index
        }
        self.inotify = inotify
        self.files = files
    }

    package var descriptor: CInt { inotify.rawValue }

    /// Which files were written since the last call, by their place in `paths`.
    package func written() throws(Errno) -> Set<Int> {
        var bytes: [UInt8] = []
        do throws(Errno) {
            while try inotify.read(into: &bytes, limit: 4096) > 0 {}
        } catch .wouldBlock {}
        return unsafe bytes.withUnsafeBytes { buffer in
            var written: Set<Int> = []
            var offset = 0
            while offset + MemoryLayout<inotify_event>.size <= buffer.count {
                let event = unsafe buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                if let file = files[event.wd], event.mask & UInt32(IN_MODIFY) != 0 { written.insert(file) }
                offset += MemoryLayout<inotify_event>.size + Int(event.len)
            }
            return written
        }
    }
}

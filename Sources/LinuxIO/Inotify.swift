import Glibc

/// Becomes readable when something happens to files that are watched.
struct Inotify: ~Copyable {
    struct Event {
        /// What `watch` returned.
        let watch: CInt
        /// Of the file in a directory that is watched; empty for a file that is watched itself.
        let name: ArraySlice<UInt8>
    }

    private let events: Descriptor

    init() throws(Errno) {
        events = Descriptor(owning: try syscall { inotify_init1(CInt(IN_NONBLOCK) | CInt(IN_CLOEXEC)) })
    }

    var descriptor: CInt { events.rawValue }

    func watch(_ path: String, for mask: Int) throws(Errno) -> CInt {
        try syscall { unsafe inotify_add_watch(events.rawValue, path, UInt32(mask)) }
    }

    /// A watch that went with what it watched is forgotten already.
    func forget(_ watch: CInt) { _ = inotify_rm_watch(events.rawValue, watch) }

    /// What happened since the last call; that a file is gone does not count.
    func next() throws(Errno) -> [Event] {
        var bytes: [UInt8] = []
        do throws(Errno) { while try events.read(into: &bytes) > 0 {} } catch .wouldBlock {}
        var happened: [Event] = []
        var rest = bytes[...]
        let size = MemoryLayout<inotify_event>.size
        while rest.count >= size {
            let event = unsafe rest.withUnsafeBytes { unsafe $0.loadUnaligned(as: inotify_event.self) }
            let name = rest.dropFirst(size).prefix(Int(event.len)).prefix { $0 != 0 }
            if event.mask & UInt32(IN_IGNORED) == 0 { happened.append(Event(watch: event.wd, name: name)) }
            rest = rest.dropFirst(size + Int(event.len))
        }
        return happened
    }
}

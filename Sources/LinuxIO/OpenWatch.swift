import Glibc

/// Becomes readable when somebody opens a file, or another in the same directory.
///
/// It looks at the directory, for which one needs no right to read the file.
package struct OpenWatch: ~Copyable {
    private let events: Descriptor
    private let name: ArraySlice<UInt8>

    package init(on path: String) throws(Errno) {
        let bytes = Array(path.utf8)
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { throw .invalidArgument }
        let events = Descriptor(
            owning: try syscall { inotify_init1(CInt(IN_NONBLOCK) | CInt(IN_CLOEXEC)) })
        let directory = String(decoding: bytes[...slash], as: UTF8.self)
        try syscall { unsafe inotify_add_watch(events.rawValue, directory, UInt32(IN_OPEN)) }
        self.events = events
        name = bytes[(slash + 1)...]
    }

    package var descriptor: CInt { events.rawValue }

    /// Whether the file was opened since the last call.
    package func wasOpened() throws(Errno) -> Bool {
        var bytes: [UInt8] = []
        do throws(Errno) { while try events.read(into: &bytes) > 0 {} } catch .wouldBlock {}
        var rest = bytes[...]
        var isOpened = false
        while let opened = nextName(in: &rest) { isOpened = isOpened || opened == name }
        return isOpened
    }
}

/// Takes the next `inotify_event` away and returns its name; nil where there are no more.
private func nextName(in events: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let header = MemoryLayout<inotify_event>.size
    guard events.count >= header else { return nil }
    let length = unsafe events.withUnsafeBytes { unsafe $0.loadUnaligned(as: inotify_event.self).len }
    let name = events.dropFirst(header).prefix(Int(length)).prefix { $0 != 0 }
    events = events.dropFirst(header + Int(length))
    return name
}

import Glibc

/// Becomes readable when something is made in a directory, or moved there.
package struct CreationWatch: ~Copyable {
    private let inotify: Inotify
    private var directory: CInt?

    package init() throws(Errno) { inotify = try Inotify() }

    package var descriptor: CInt { inotify.descriptor }

    /// Watches where `path` is to appear; to be called again, as a directory that was removed and made anew
    /// is another.
    package mutating func watch(for path: String) throws(Errno) {
        let watch = try inotify.watch(
            LinuxIO.directory(of: path), for: Int(IN_CREATE) | Int(IN_MOVED_TO))
        if let directory, directory != watch { inotify.forget(directory) }
        directory = watch
    }

    package mutating func stop() {
        if let directory { inotify.forget(directory) }
        directory = nil
    }

    /// Whether something of the name that `path` has was made since the last call.
    package func wasMade(_ path: String) throws(Errno) -> Bool {
        let name = fileName(of: path).utf8
        return try inotify.next().contains { $0.name.elementsEqual(name) }
    }
}

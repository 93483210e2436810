import Glibc

/// Becomes readable when somebody opens a file, or another in the same directory.
///
/// It looks at the directory, for which one needs no right to read the file.
package struct OpenWatch: ~Copyable {
    private let inotify: Inotify
    private let name: ArraySlice<UInt8>

    package init(on path: String) throws(Errno) {
        guard path.contains("/") else { throw .invalidArgument }
        let inotify = try Inotify()
        _ = try inotify.watch(directory(of: path), for: Int(IN_OPEN))
        self.inotify = inotify
        name = Array(fileName(of: path).utf8)[...]
    }

    package var descriptor: CInt { inotify.descriptor }

    /// Whether the file was opened since the last call.
    package func wasOpened() throws(Errno) -> Bool { try inotify.next().contains { $0.name == name } }
}

import Glibc

/// Becomes readable when somebody has written to one of some files, this program included.
package struct FileWatch: ~Copyable {
    private let inotify: Inotify
    private let files: [CInt: Int]

    package init(_ paths: [String]) throws(Errno) {
        let inotify = try Inotify()
        var files: [CInt: Int] = [:]
        for (index, path) in paths.enumerated() {
            files[try inotify.watch(path, for: Int(IN_MODIFY))] = index
        }
        self.inotify = inotify
        self.files = files
    }

    package var descriptor: CInt { inotify.descriptor }

    /// Which files were written since the last call, by their place in `paths`.
    package func written() throws(Errno) -> Set<Int> {
        Set(try inotify.next().compactMap { files[$0.watch] })
    }
}

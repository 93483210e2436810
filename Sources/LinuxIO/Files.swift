import CLinux
import Glibc

/// The whole content of a file.
package func readFile(_ path: String) throws(Errno) -> [UInt8] {
    try content(of: try Descriptor.open(path, O_RDONLY))
}

/// All of standard input, which is closed then.
package func readInput() throws(Errno) -> [UInt8] {
    try content(of: Descriptor(owning: STDIN_FILENO))
}

private func content(of file: consuming Descriptor) throws(Errno) -> [UInt8] {
    var bytes: [UInt8] = []
    while try file.read(into: &bytes) > 0 {}
    return bytes
}

/// The text of a small file such as a sysfs attribute, without its line end; nil where it cannot be read.
package func attribute(_ path: String) -> String? {
    guard var text = fileText(path) else { return nil }
    while let last = text.unicodeScalars.last, last == "\n" || last == "\0" {
        text.unicodeScalars.removeLast()
    }
    return text
}

/// The text of a file; nil where it cannot be read.
package func fileText(_ path: String) -> String? {
    do throws(Errno) { return String(decoding: try readFile(path), as: UTF8.self) } catch { return nil }
}

/// Where a path leads once every link in it is followed; nil where it leads nowhere.
package func resolvedPath(_ path: String) -> String? {
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
}

/// The value of an environment variable; nil where it is not set or empty.
package func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
}

/// The first directory of a variable by which systemd tells a service of those made for it.
package func directory(from variable: String) -> String? {
    environment(variable)?.split(separator: ":").first.map(String.init)
}

/// The user this program runs as.
package var ownUser: UInt32 { geteuid() }

package func fileExists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

/// Whether this program may read the file; also true where there is no such file.
package func mayRead(_ path: String) -> Bool {
    unsafe access(path, R_OK) == 0 || Errno.current != .accessDenied
}

/// Whether this program may change the file, or what is in the directory.
package func mayWrite(_ path: String) -> Bool { unsafe access(path, W_OK) == 0 }

/// Who may do what with a file, as `chmod` counts it; nil where there is no such file.
package func permissions(ofFile path: String) -> UInt32? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
}

/// The number of a file's group; nil where there is no such file.
package func group(ofFile path: String) -> UInt32? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status.st_gid : nil
}

/// Puts `bytes` into a file that only this user may read or write, in the place of one that is there: whole
/// or not at all.
package func writeFile(_ path: String, _ bytes: [UInt8]) throws(Errno) {
    let part = path + ".part"
    let file = try Descriptor.open(part, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW)
    try file.writeAll(bytes)
    try syscall { unsafe rename(part, path) }
}

/// The names in a directory; none where it cannot be read.
package func entries(of path: String) -> [String] {
    guard let directory = unsafe opendir(path) else { return [] }
    defer { unsafe _ = closedir(directory) }
    var names: [String] = []
    while let entry = unsafe readdir(directory) {
        let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
            unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
        }
        if name != ".", name != ".." { names.append(name) }
    }
    return names
}

/// Where a path's last part is: the working directory for a path that is only that.
func directory(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
}

/// A path's last part.
func fileName(of path: String) -> Substring {
    path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
}

/// Removes a file; one that is not there is no failure.
package func removeFile(_ path: String) { unsafe _ = unlink(path) }

/// Makes a directory that everybody may enter and only this user may list; one that is there is no failure.
package func makeDirectory(_ path: String) throws(Errno) {
    try makeDirectory(path, mode: 0o711)
}

/// Makes a directory and what is missing above it, for this user alone.
package func makeDirectories(_ path: String) throws(Errno) {
    for end in path.indices.dropFirst() where path[end] == "/" {
        try makeDirectory(String(path[..<end]), mode: 0o700)
    }
    try makeDirectory(path, mode: 0o700)
}

private func makeDirectory(_ path: String, mode: mode_t) throws(Errno) {
    if fileExists(path) { return }
    do throws(Errno) { try syscall { unsafe mkdir(path, mode) } } catch .fileExists {}
}

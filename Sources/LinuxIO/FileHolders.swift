import Glibc

/// The other processes that have a file open, as far as this one may see.
package func holders(ofFile path: String) -> [Int32] {
    let own = getpid()
    return entries(of: "/proc").compactMap { Int32($0) }.filter { pid in
        pid != own && entries(of: "/proc/\(pid)/fd").contains { linkTarget("/proc/\(pid)/fd/\($0)") == path }
    }
}

/// The names in a directory; none where it cannot be read.
private func entries(of path: String) -> [String] {
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

private func linkTarget(_ path: String) -> String? {
    var target = [CChar](repeating: 0, count: 4096)
    let length = unsafe readlink(path, &target, target.count)
    return length > 0 ? String(decoding: target[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
}

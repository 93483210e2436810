import Glibc

/// The other processes that have a file open, as far as this one may see.
package func holders(ofFile path: String) -> [Int32] {
    let own = getpid()
    return entries(of: "/proc").compactMap { Int32($0) }.filter { pid in
        pid != own && entries(of: "/proc/\(pid)/fd").contains { linkTarget("/proc/\(pid)/fd/\($0)") == path }
    }
}

/// The processes that run a program, by the first 15 characters of its name, as far as this one may see.
package func processes(named name: String) -> [Int32] {
    let short = String(name.prefix(15))
    return entries(of: "/proc").compactMap { Int32($0) }.filter { programName($0) == short }
}

private func linkTarget(_ path: String) -> String? {
    var target = [CChar](repeating: 0, count: 4096)
    let length = unsafe readlink(path, &target, target.count)
    return length > 0 ? String(decoding: target[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
}

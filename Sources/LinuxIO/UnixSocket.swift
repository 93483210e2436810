import CLinux
import Glibc

/// A connected or listening Unix stream socket that never blocks.
package struct UnixSocket: ~Copyable, Sendable {
    /// A socket's path has at most this many bytes.
    package static let longestPath = MemoryLayout<sockaddr_un>.size - MemoryLayout<sa_family_t>.size - 1

    private let socket: Descriptor

    package init(owning descriptor: consuming Descriptor) { socket = descriptor }

    package var descriptor: CInt { socket.rawValue }

    private static func make() throws(Errno) -> UnixSocket {
        let type = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_NONBLOCK.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        return UnixSocket(owning: Descriptor(owning: try syscall { Glibc.socket(AF_UNIX, type, 0) }))
    }

    /// Connects to the socket at `path`: `.noFile` when there is none, `.connectionRefused` when nobody
    /// listens.
    package static func connect(to path: String) throws(Errno) -> UnixSocket {
        let made = try make()
        try unsafe withAddress(path) { address, length in
            unsafe Glibc.connect(made.descriptor, address, length)
        }
        return made
    }

    /// Listens at `path` for anybody: `.addressInUse` when the path is taken, by a living socket or not.
    package static func listen(at path: String) throws(Errno) -> UnixSocket {
        let made = try make()
        try unsafe withAddress(path) { address, length in
            unsafe bind(made.descriptor, address, length)
        }
        try syscall { unsafe chmod(path, 0o666) }
        try syscall { Glibc.listen(made.descriptor, SOMAXCONN) }
        return made
    }

    /// The next client that waits; nil when none does.
    package func accept() throws(Errno) -> UnixSocket? {
        let flags = CInt(SOCK_NONBLOCK.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        do throws(Errno) {
            return UnixSocket(
                owning: Descriptor(owning: try syscall { accept4(descriptor, nil, nil, flags) }))
        } catch .wouldBlock {
            return nil
        }
    }

    /// Where it listens; empty where that is no file.
    package func path() throws(Errno) -> String {
        var address = sockaddr_un()
        var length = socklen_t(MemoryLayout<sockaddr_un>.size)
        try syscall {
            unsafe withUnsafeMutablePointer(to: &address) {
                unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe getsockname(descriptor, $0, &length)
                }
            }
        }
        let bytes = unsafe withUnsafeBytes(of: address.sun_path) { unsafe Array($0.prefix { $0 != 0 }) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Who is at the other end: of a client its process, of a server the one that listened.
    package func peer() throws(Errno) -> PeerCredentials {
        var credentials = linux_ucred()
        var length = socklen_t(MemoryLayout<linux_ucred>.size)
        try syscall { unsafe getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length) }
        return PeerCredentials(
            pid: credentials.pid, uid: credentials.uid, gid: credentials.gid, groups: try peerGroups())
    }

    /// The groups of the process at the other end besides its own.
    private func peerGroups() throws(Errno) -> [UInt32] {
        var groups: [gid_t] = []
        var length: socklen_t = 0
        while true {
            do throws(Errno) {
                try syscall {
                    unsafe getsockopt(descriptor, SOL_SOCKET, CInt(LINUX_SO_PEERGROUPS), &groups, &length)
                }
                return groups
            } catch .range {
                groups = [gid_t](repeating: 0, count: Int(length) / MemoryLayout<gid_t>.size)
            }
        }
    }

    /// Reads what waits, at most `limit` bytes, and appends it. Returns how many, 0 when the peer sends no
    /// more, nil when none waits. Descriptors that the peer sent are closed.
    package func receive(into bytes: inout [UInt8], limit: Int = 65_536) throws(Errno) -> Int? {
        do throws(Errno) { return try socket.read(into: &bytes, limit: limit) } catch .wouldBlock {
            return nil
        }
    }

    /// Sends as much of `bytes` as the socket takes now; 0 when it is full.
    package func send(_ bytes: ArraySlice<UInt8>) throws(Errno) -> Int {
        try LinuxIO.send(bytes, on: descriptor)
    }

    /// Sends bytes and a descriptor with the first of them. Returns how many; 0 when the socket is full.
    package func send(_ bytes: [UInt8], with descriptor: CInt) throws(Errno) -> Int {
        do throws(Errno) {
            return try syscall {
                unsafe bytes.withUnsafeBytes { buffer in
                    guard let start = buffer.baseAddress else { return 0 }
                    return unsafe linux_send_descriptor(self.descriptor, start, buffer.count, descriptor)
                }
            }
        } catch .wouldBlock {
            return 0
        }
    }

    /// Sends all of `bytes`, waiting as long as the peer takes.
    package func sendAll(_ bytes: [UInt8]) throws(Errno) {
        var rest = bytes[...]
        while true {
            rest = rest.dropFirst(try send(rest))
            if rest.isEmpty { return }
            try wait(for: CShort(POLLOUT), timeout: -1)
        }
    }

    /// Waits until there is something to receive, at most `timeout` milliseconds (−1: for ever).
    package func waitUntilReadable(timeout: CInt) throws(Errno) -> Bool {
        try wait(for: CShort(POLLIN), timeout: timeout)
    }

    @discardableResult
    private func wait(for events: CShort, timeout: CInt) throws(Errno) -> Bool {
        try LinuxIO.wait(for: events, on: descriptor, timeout: timeout)
    }

    /// Ends the connection for both sides, also where a child process has a copy of the socket.
    package func end() { _ = shutdown(descriptor, CInt(SHUT_RDWR)) }

    /// Bytes sent that the peer has not read yet.
    package func unread() throws(Errno) -> Int { try LinuxIO.unread(on: descriptor) }
}

/// Bytes sent on a socket that its peer has not read yet.
package func unread(on socket: CInt) throws(Errno) -> Int {
    var count: CInt = 0
    try syscall { unsafe ioctl(socket, UInt(SIOCOUTQ), &count) }
    return Int(count)
}

/// Sends as much of `bytes` as a socket takes now; 0 when it is full.
package func send(_ bytes: ArraySlice<UInt8>, on socket: CInt) throws(Errno) -> Int {
    do throws(Errno) {
        return try syscall {
            unsafe bytes.withUnsafeBytes {
                unsafe Glibc.send(socket, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
            }
        }
    } catch .wouldBlock {
        return 0
    }
}

/// The process at the other end of a socket.
package struct PeerCredentials: Hashable, Sendable {
    package let pid: Int32
    package let uid: UInt32
    package let gid: UInt32
    /// Those that it is in besides.
    package let groups: [UInt32]

    package init(pid: Int32, uid: UInt32, gid: UInt32, groups: [UInt32] = []) {
        self.pid = pid
        self.uid = uid
        self.gid = gid
        self.groups = groups
    }

    /// The program's name; "?" when it is gone.
    package var program: String { programName(pid) }

    /// The program as people are told of it.
    package var title: String { programTitle(pid) }
}

/// The name of the program that runs as a process; "?" when it is gone.
package func programName(_ pid: Int32) -> String { attribute("/proc/\(pid)/comm") ?? "?" }

/// A process as people are told of it: its program's name and its number.
package func programTitle(_ pid: Int32) -> String { "\(programName(pid)) (pid \(pid))" }

private func withAddress(
    _ path: String, _ call: (UnsafePointer<sockaddr>, socklen_t) -> CInt
) throws(Errno) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count <= UnixSocket.longestPath else { throw .nameTooLong }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
    try syscall {
        unsafe withUnsafePointer(to: address) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe call($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}

import CLinux
import Glibc

/// A listening Unix socket that owns its path.
package struct ServerSocket: ~Copyable {
    /// Why a path cannot be listened at.
    package enum Failure: Error, Hashable {
        /// A living server has it.
        case taken(by: PeerCredentials)
        /// Something that is no socket is in the way.
        case occupied
        case system(Errno)
    }

    package let path: String
    private let socket: UnixSocket
    /// Tells the socket's file from one that has taken its place; nil where the path is somebody else's.
    private let inode: ino_t?

    /// Listens at `path`, in the place of a socket that a dead server left behind.
    package init(path: String) throws(Failure) {
        self.path = path
        socket = try bound(to: path)
        inode = inodeNumber(of: path)
    }

    /// Serves at a socket that another program listens at too, and goes on to when this is gone.
    package init(sharing descriptor: CInt) throws(Errno) {
        let copy = Descriptor(owning: try syscall { fcntl(descriptor, F_DUPFD_CLOEXEC, 0) })
        try syscall { fcntl(copy.rawValue, F_SETFL, O_NONBLOCK) }
        let shared = UnixSocket(owning: copy)
        path = try shared.path()
        socket = shared
        inode = nil
    }

    deinit { if let inode, inodeNumber(of: path) == inode { unsafe _ = unlink(path) } }

    package var descriptor: CInt { socket.descriptor }

    package func accept() throws(Errno) -> UnixSocket? { try socket.accept() }
}

private func inodeNumber(of path: String) -> ino_t? {
    var status = stat()
    return unsafe lstat(path, &status) == 0 ? status.st_ino : nil
}

private func bound(to path: String) throws(ServerSocket.Failure) -> UnixSocket {
    guard path.utf8.count <= UnixSocket.longestPath else { throw .system(.nameTooLong) }
    // Two servers that start at once must not take the path from under each other.
    let lock = try system { () throws(Errno) in try FileLock(on: directory(of: path), waits: true) }
    defer { withExtendedLifetime(lock) {} }
    do throws(Errno) {
        return try UnixSocket.listen(at: path)
    } catch .addressInUse {
        try removeStaleSocket(at: path)
    } catch {
        throw .system(error)
    }
    return try system { () throws(Errno) in try UnixSocket.listen(at: path) }
}

private func removeStaleSocket(at path: String) throws(ServerSocket.Failure) {
    var status = stat()
    guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { throw .occupied }
    let server: PeerCredentials
    do throws(Errno) {
        server = try UnixSocket.connect(to: path).peer()
    } catch .connectionRefused {
        try system { () throws(Errno) in _ = try syscall { unsafe unlink(path) } }
        return
    } catch {
        throw .system(error)
    }
    throw .taken(by: server)
}

private func system<Value: ~Copyable>(
    _ body: () throws(Errno) -> Value
) throws(ServerSocket.Failure) -> Value {
    do throws(Errno) { return try body() } catch { throw .system(error) }
}

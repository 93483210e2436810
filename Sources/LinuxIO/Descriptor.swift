import Glibc

/// An open file descriptor, closed with its owner.
package struct Descriptor: ~Copyable, Sendable {
    package let rawValue: CInt

    package init(owning rawValue: CInt) { self.rawValue = rawValue }

    deinit { close(rawValue) }

    /// A file that this makes is its user's alone.
    package static func open(_ path: String, _ flags: CInt) throws(Errno) -> Descriptor {
        Descriptor(owning: try syscall { unsafe Glibc.open(path, flags | O_CLOEXEC, 0o600) })
    }

    /// A new file for writing; `.fileExists` when there is one and it is not to be replaced.
    package static func create(_ path: String, replacing: Bool) throws(Errno) -> Descriptor {
        let flags = O_WRONLY | O_CREAT | O_CLOEXEC | (replacing ? O_TRUNC : O_EXCL)
        return Descriptor(owning: try syscall { unsafe Glibc.open(path, flags, 0o666) })
    }

    /// Reads what is there, at most `limit` bytes, and appends it to `bytes`. Returns how many; 0 at the end.
    package func read(into bytes: inout [UInt8], limit: Int = 65_536) throws(Errno) -> Int {
        try unsafe append(to: &bytes, limit: limit) { unsafe Glibc.read(rawValue, $0, $1) }
    }

    /// Like `read`, from the file's start whatever was read before.
    package func readFromStart(into bytes: inout [UInt8], limit: Int = 4096) throws(Errno) -> Int {
        try unsafe append(to: &bytes, limit: limit) { unsafe pread(rawValue, $0, $1, 0) }
    }

    private func append(
        to bytes: inout [UInt8], limit: Int, _ call: (UnsafeMutableRawPointer?, Int) -> Int
    ) throws(Errno) -> Int {
        let start = bytes.count
        var failure: Errno?
        // Not read in place: all of the room would have to be cleared for a few bytes.
        bytes += unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            do throws(Errno) {
                count = try syscall { unsafe call(buffer.baseAddress, limit) }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes.count - start
    }

    /// Cuts the file to its first `length` bytes.
    package func truncate(to length: Int) throws(Errno) { try syscall { ftruncate(rawValue, length) } }

    /// Writes all of `bytes`, waiting as long as the other side takes.
    package func writeAll(_ bytes: some Collection<UInt8>) throws(Errno) {
        try LinuxIO.writeAll(bytes, to: rawValue)
    }
}

private func writeAll(_ bytes: some Collection<UInt8>, to descriptor: CInt) throws(Errno) {
    var rest = ArraySlice(bytes)
    while !rest.isEmpty {
        let count = try syscall {
            unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
        }
        rest = rest.dropFirst(count)
    }
}

/// Writes all of `bytes` to standard output.
package func writeOutput(_ bytes: some Collection<UInt8>) throws(Errno) {
    try writeAll(bytes, to: STDOUT_FILENO)
}

/// Waits until `descriptor` takes bytes; false when one of `others` became readable before.
package func waitUntilWritable(_ descriptor: CInt, or others: [CInt]) throws(Errno) -> Bool {
    var watched = [pollfd(fd: descriptor, events: CShort(POLLOUT), revents: 0)]
    watched += others.map { pollfd(fd: $0, events: CShort(POLLIN), revents: 0) }
    try syscall { unsafe poll(&watched, nfds_t(watched.count), -1) }
    return watched.dropFirst().allSatisfy { $0.revents == 0 }
}

/// Waits until `descriptor` is readable, or no longer to be waited for.
package func waitUntilReadable(_ descriptor: CInt) throws(Errno) {
    _ = try wait(for: CShort(POLLIN), on: descriptor, timeout: -1)
}

/// False where nothing came in `timeout` milliseconds (−1: for ever).
func wait(for events: CShort, on descriptor: CInt, timeout: CInt) throws(Errno) -> Bool {
    var watched = pollfd(fd: descriptor, events: events, revents: 0)
    return try syscall { unsafe poll(&watched, 1, timeout) } > 0
}

/// Writes `text` to standard error; where even that fails nobody is left to tell.
package func writeError(_ text: String) {
    do throws(Errno) { try writeAll(Array(text.utf8), to: STDERR_FILENO) } catch {}
}

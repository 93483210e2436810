import CLinux
import Glibc

/// Waits for many descriptors at once.
@safe package final class Poller {
    /// What to wait for besides errors and hang-ups.
    package struct Interest: OptionSet, Sendable {
        package let rawValue: UInt32

        package init(rawValue: UInt32) { self.rawValue = rawValue }

        package static let readable = Interest(rawValue: EPOLLIN.rawValue)
        package static let writable = Interest(rawValue: EPOLLOUT.rawValue)
    }

    /// A descriptor's turn.
    package struct Ready: Sendable {
        /// What the descriptor was added with.
        package let token: UInt64
        package let isReadable: Bool
        package let isWritable: Bool
        /// An error, or the peer closed both ways: told whatever was asked for.
        package let isHungUp: Bool
    }

    private let descriptor: Descriptor
    private static let capacity = 64
    private let events = UnsafeMutableBufferPointer<epoll_event>.allocate(capacity: capacity)

    /// Readable while a descriptor is ready: for somebody else's loop to watch. The poller closes it.
    package var rawDescriptor: CInt { descriptor.rawValue }

    package init() throws(Errno) {
        descriptor = Descriptor(owning: try syscall { epoll_create1(CInt(EPOLL_CLOEXEC)) })
    }

    deinit { unsafe events.deallocate() }

    package func add(_ watched: CInt, token: UInt64, for interest: Interest = .readable) throws(Errno) {
        try control(EPOLL_CTL_ADD, watched, token, interest)
    }

    package func change(_ watched: CInt, token: UInt64, to interest: Interest) throws(Errno) {
        try control(EPOLL_CTL_MOD, watched, token, interest)
    }

    /// Stops watching; a descriptor that was closed is no longer watched anyway.
    package func remove(_ watched: CInt) {
        _ = epoll_ctl(descriptor.rawValue, EPOLL_CTL_DEL, watched, nil)
    }

    private func control(
        _ operation: CInt, _ watched: CInt, _ token: UInt64, _ interest: Interest
    ) throws(Errno) {
        var event = unsafe epoll_event(events: interest.rawValue, data: epoll_data_t(u64: token))
        try syscall { unsafe epoll_ctl(descriptor.rawValue, operation, watched, &event) }
    }

    /// Waits until a descriptor is ready, at most `timeout` milliseconds (−1: for ever), and replaces
    /// `ready`.
    package func wait(into ready: inout [Ready], timeout: CInt = -1) throws(Errno) {
        ready.removeAll(keepingCapacity: true)
        let count = try syscall {
            unsafe epoll_wait(descriptor.rawValue, events.baseAddress, CInt(events.count), timeout)
        }
        for index in 0..<Int(count) {
            let event = unsafe events[index]
            let mask = unsafe event.events
            ready.append(
                Ready(
                    token: unsafe event.data.u64,
                    isReadable: mask & EPOLLIN.rawValue != 0,
                    isWritable: mask & EPOLLOUT.rawValue != 0,
                    isHungUp: mask & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0))
        }
    }
}

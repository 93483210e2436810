import CLinux
import Glibc

/// Becomes readable at a steady rate on `CLOCK_MONOTONIC`, without drift.
package struct TickTimer: ~Copyable {
    private let timer: Descriptor

    package init() throws(Errno) {
        let flags = CInt(TFD_NONBLOCK) | CInt(TFD_CLOEXEC)
        timer = Descriptor(owning: try syscall { timerfd_create(CLOCK_MONOTONIC, flags) })
    }

    package var descriptor: CInt { timer.rawValue }

    /// Ticks `hertz` times a second from now on.
    package func start(hertz: Double) throws(Errno) {
        let period = time(nanoseconds: Int64((1e9 / hertz).rounded()))
        try set(itimerspec(it_interval: period, it_value: period), flags: 0)
    }

    /// Ticks once at a moment on `CLOCK_MONOTONIC`; at once where that is past.
    package func start(once nanoseconds: Int64) throws(Errno) {
        let moment = time(nanoseconds: max(1, nanoseconds))
        try set(itimerspec(it_interval: timespec(), it_value: moment), flags: CInt(TFD_TIMER_ABSTIME))
    }

    package func stop() throws(Errno) { try set(itimerspec(), flags: 0) }

    private func set(_ spec: itimerspec, flags: CInt) throws(Errno) {
        var spec = spec
        try syscall { unsafe timerfd_settime(timer.rawValue, flags, &spec, nil) }
    }

    /// How many ticks passed since the last call.
    package func ticks() throws(Errno) -> UInt64 {
        var count: UInt64 = 0
        do throws(Errno) {
            try syscall {
                unsafe withUnsafeMutableBytes(of: &count) {
                    unsafe read(timer.rawValue, $0.baseAddress, $0.count)
                }
            }
        } catch .wouldBlock {
            return 0
        }
        return count
    }
}

private func time(nanoseconds: Int64) -> timespec {
    timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
}

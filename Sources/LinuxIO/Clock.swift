import CLinux
import Glibc

/// The moment on `CLOCK_MONOTONIC`, in nanoseconds.
package func monotonicNanoseconds() -> Int64 { now(CLOCK_MONOTONIC) }

/// How long the machine has slept since it started, in nanoseconds: `CLOCK_BOOTTIME` counts that too.
package func sleepNanoseconds() -> Int64 { now(CLOCK_BOOTTIME) - now(CLOCK_MONOTONIC) }

/// The date in seconds since 1970.
package func secondsSince1970() -> Int64 { now(CLOCK_REALTIME) / 1_000_000_000 }

private func now(_ clock: clockid_t) -> Int64 {
    var now = timespec()
    unsafe clock_gettime(clock, &now)
    return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
}

import CLinux
import Glibc
import Testing

@testable import LinuxIO

@Suite struct TickTimerTests {
    /// Waits for the timer and returns the ticks.
    private func wait(for timer: borrowing TickTimer) throws -> UInt64 {
        var watched = pollfd(fd: timer.descriptor, events: CShort(POLLIN), revents: 0)
        try #require(poll(&watched, 1, 10_000) == 1)
        return try timer.ticks()
    }

    @Test func `a timer that was not started is silent`() throws {
        let timer = try TickTimer()
        #expect(try timer.ticks() == 0)
    }

    @Test func `counts ticks without drift`() throws {
        let timer = try TickTimer()
        let hertz = 200.0, period = Int64(1e9 / hertz)
        let start = monotonicNanoseconds()
        try timer.start(hertz: hertz)
        let started = monotonicNanoseconds()
        var ticks: Int64 = 0
        while ticks < 40 {
            ticks += Int64(try wait(for: timer))
            // However late this program wakes up, what it is told is what the clock shows.
            let now = monotonicNanoseconds()
            #expect(now - start >= ticks * period)
            ticks += Int64(try timer.ticks())
            #expect(monotonicNanoseconds() - start >= ticks * period)
        }
        let before = monotonicNanoseconds()
        ticks += Int64(try timer.ticks())
        #expect(ticks >= (before - started) / period)
    }

    @Test func `ticks that nobody took add up`() throws {
        let timer = try TickTimer()
        try timer.start(hertz: 1000)
        let start = monotonicNanoseconds()
        let other = try TickTimer()
        try other.start(once: start + 30_000_000)
        #expect(try wait(for: other) == 1)
        #expect(try timer.ticks() >= 29)
    }

    @Test func `stops, and starts at another pace`() throws {
        let timer = try TickTimer()
        try timer.start(hertz: 1000)
        #expect(try wait(for: timer) >= 1)
        try timer.stop()
        #expect(try timer.ticks() == 0)
        #expect(try armed(timer) == [0, 0])
        try timer.start(hertz: 7.5)
        #expect(try armed(timer)[1] == 133_333_333)
    }

    /// What the kernel has of it: nanoseconds to go and between ticks.
    private func armed(_ timer: borrowing TickTimer) throws -> [Int] {
        var now = itimerspec()
        try #require(timerfd_gettime(timer.descriptor, &now) == 0)
        return [now.it_value, now.it_interval].map { $0.tv_sec * 1_000_000_000 + $0.tv_nsec }
    }

    @Test(arguments: [Int64.min, 0, 1])
    func `a moment that is past ticks at once, and once`(moment: Int64) throws {
        let timer = try TickTimer()
        try timer.start(once: moment)
        #expect(try wait(for: timer) == 1)
        #expect(try armed(timer) == [0, 0])
    }
}

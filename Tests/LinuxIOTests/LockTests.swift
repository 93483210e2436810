import Glibc
import Testing

@testable import LinuxIO

@Suite struct LockTests {
    private final class Counter: Sendable {
        let count = Lock(0)
        let threadsAtWork = Lock(4)
    }

    @Test func `lets one thread at a time in`() throws {
        let counter = Counter()
        for _ in 0..<4 {
            try startThread("counter") {
                for _ in 0..<10_000 { counter.count.withLock { $0 += 1 } }
                counter.threadsAtWork.withLock { $0 -= 1 }
            }
        }
        while counter.threadsAtWork.withLock(\.self) > 0 { usleep(1000) }
        #expect(counter.count.withLock(\.self) == 40_000)
    }

    @Test func `is free again after a failure`() {
        let lock = Lock(0)
        for _ in 0..<2 {
            #expect(throws: Errno.busy) { try lock.withLock { _ throws(Errno) in throw .busy } }
        }
    }
}

import Glibc
import Testing

@testable import LinuxIO

@Suite struct ThreadTests {
    private struct Seen {
        var name: String?
        var blocked: UInt64?
    }

    @Test func `has a name and leaves the program's signals to others`() throws {
        var mask = sigset_t()
        pthread_sigmask(SIG_SETMASK, nil, &mask)
        let pipe = try Pipe()
        let ends = (reading: pipe.reading.rawValue, writing: pipe.writing.rawValue)
        let box = Box()
        try startThread("under-test") {
            let status = attribute("/proc/thread-self/status") ?? ""
            let blocked = status.split(separator: "\n").first { $0.hasPrefix("SigBlk:") }
            box.seen.withLock {
                $0.name = attribute("/proc/thread-self/comm")
                $0.blocked = blocked.flatMap { UInt64($0.dropFirst(8), radix: 16) }
            }
            _ = write(ends.writing, "x", 1)
        }
        try waitUntilReadable(ends.reading)
        let result = box.seen.withLock { $0 }
        #expect(result.name == "under-test")
        let signals = try #require(result.blocked)
        for signal in [SIGTERM, SIGINT, SIGHUP, SIGUSR1, SIGPIPE] {
            #expect(signals & (1 << (UInt64(signal) - 1)) != 0)
        }
        var after = sigset_t()
        pthread_sigmask(SIG_SETMASK, nil, &after)
        #expect(sigismember(&after, SIGUSR1) == sigismember(&mask, SIGUSR1))
    }

    private final class Box: Sendable {
        let seen = Lock(Seen())
    }
}

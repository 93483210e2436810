import Glibc
import Testing

@testable import LinuxIO

/// Each in a process of its own: what is blocked stays blocked.
@Suite struct SignalSourceTests {
    @Test func `takes the signals that ask a program to end`() async {
        await #expect(processExitsWith: .success) {
            let signals = try SignalSource(SignalSource.stopping)
            #expect(try signals.next() == nil)
            for number in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] {
                pthread_kill(pthread_self(), number)
                var watched = pollfd(fd: signals.descriptor, events: CShort(POLLIN), revents: 0)
                #expect(poll(&watched, 1, -1) == 1)
                #expect(try signals.next() == number)
            }
            #expect(try signals.next() == nil)
        }
    }

    @Test func `a reader that went away is an error and no end`() async {
        await #expect(processExitsWith: .success) {
            _ = try SignalSource([])
            var ends: [CInt] = [-1, -1]
            try #require(pipe(&ends) == 0)
            close(ends[0])
            let writing = Descriptor(owning: ends[1])
            #expect(throws: Errno(rawValue: EPIPE)) { try writing.writeAll([1]) }
        }
    }
}

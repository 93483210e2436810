import Glibc
import Testing

@testable import LinuxIO

@Suite struct PollerTests {
    private let poller: Poller
    private var ready: [Poller.Ready] = []

    init() throws { poller = try Poller() }

    @Test mutating func `tells what can be read, as long as it can`() throws {
        let pipe = try Pipe()
        try poller.add(pipe.reading.rawValue, token: 7)
        try poller.wait(into: &ready, timeout: 0)
        #expect(ready.isEmpty)

        try pipe.writing.writeAll([1])
        for _ in 0..<2 {
            try poller.wait(into: &ready)
            #expect(ready.map(\.token) == [7])
            #expect(ready.allSatisfy { $0.isReadable && !$0.isWritable && !$0.isHungUp })
        }
        var bytes: [UInt8] = []
        _ = try pipe.reading.read(into: &bytes)
        try poller.wait(into: &ready, timeout: 0)
        #expect(ready.isEmpty)
    }

    @Test mutating func `tells what can be written, when it is asked`() throws {
        let pipe = try Pipe()
        try poller.add(pipe.writing.rawValue, token: .max, for: .writable)
        try poller.wait(into: &ready)
        #expect(ready.map(\.token) == [.max])
        #expect(ready.allSatisfy { $0.isWritable && !$0.isReadable })

        try poller.change(pipe.writing.rawValue, token: 3, to: [])
        try poller.wait(into: &ready, timeout: 0)
        #expect(ready.isEmpty)
        try poller.change(pipe.writing.rawValue, token: 3, to: [.readable, .writable])
        try poller.wait(into: &ready)
        #expect(ready.map(\.token) == [3])
    }

    @Test mutating func `tells a hang-up unasked, and what can still be read`() throws {
        var pair: [CInt] = [-1, -1]
        try #require(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &pair) == 0)
        let ours = Descriptor(owning: pair[0])
        try poller.add(ours.rawValue, token: 1, for: [])
        #expect(write(pair[1], "x", 1) == 1)
        shutdown(pair[1], CInt(SHUT_WR))
        try poller.wait(into: &ready, timeout: 0)
        #expect(ready.isEmpty)

        close(pair[1])
        try poller.wait(into: &ready)
        #expect(ready.map(\.isHungUp) == [true])
        #expect(ready.map(\.isReadable) == [false])
        try poller.change(ours.rawValue, token: 1, to: .readable)
        try poller.wait(into: &ready)
        #expect(ready.map(\.isReadable) == [true])
    }

    @Test mutating func `stops watching`() throws {
        let pipe = try Pipe()
        try poller.add(pipe.writing.rawValue, token: 1, for: .writable)
        poller.remove(pipe.writing.rawValue)
        try poller.wait(into: &ready, timeout: 0)
        #expect(ready.isEmpty)
        try poller.add(pipe.writing.rawValue, token: 2, for: .writable)
    }

    @Test mutating func `is readable for another one while something is ready`() throws {
        let pipe = try Pipe()
        let other = try Poller()
        try other.add(poller.rawDescriptor, token: 1)
        try poller.add(pipe.writing.rawValue, token: 2, for: .writable)
        try other.wait(into: &ready, timeout: 0)
        #expect(ready.map(\.isReadable) == [true])
        poller.remove(pipe.writing.rawValue)
        try other.wait(into: &ready, timeout: 0)
        #expect(ready.isEmpty)
    }

    @Test func `refuses what it cannot watch`() throws {
        #expect(throws: Errno(rawValue: EBADF)) { try poller.add(-1, token: 0) }
        let pipe = try Pipe()
        try poller.add(pipe.reading.rawValue, token: 0)
        #expect(throws: Errno.fileExists) { try poller.add(pipe.reading.rawValue, token: 1) }
    }

    @Test mutating func `comes to each of many`() throws {
        let count = 150
        var sockets: [CInt] = []
        defer { for socket in sockets { Glibc.close(socket) } }
        for token in 0..<count {
            var pair: [CInt] = [-1, -1]
            try #require(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &pair) == 0)
            sockets += pair
            try poller.add(pair[0], token: UInt64(token) << 40)
            #expect(write(pair[1], "x", 1) == 1)
        }
        var seen: Set<UInt64> = []
        for _ in 0..<3 {
            try poller.wait(into: &ready)
            #expect(!ready.isEmpty)
            for event in ready { seen.insert(event.token >> 40) }
        }
        #expect(seen == Set(0..<UInt64(count)))
    }
}

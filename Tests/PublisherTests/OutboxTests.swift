import Foundation
import LinuxIO
import Testing

@testable import Publisher

@Suite struct OutboxTests {
    private let sample = [UInt8](repeating: UInt8(ascii: "s"), count: 63) + [UInt8(ascii: "\n")]

    /// Runs `body` with the sending and the receiving end of a socket that holds little.
    private func withSocket(_ body: (borrowing UnixSocket, borrowing UnixSocket) throws -> Void) throws {
        var pair: [CInt] = [-1, -1]
        try #require(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &pair) == 0)
        for end in pair { #expect(fcntl(end, F_SETFL, O_NONBLOCK) == 0) }
        var size: CInt = 4096
        try #require(setsockopt(pair[0], SOL_SOCKET, SO_SNDBUF, &size, 4) == 0)
        try body(
            UnixSocket(owning: Descriptor(owning: pair[0])), UnixSocket(owning: Descriptor(owning: pair[1])))
    }

    /// Adds samples until one is lost, and returns how many were taken.
    private func fill(_ outbox: inout Outbox) -> Int {
        let lost = outbox.samplesLost
        var count = 0
        while outbox.samplesLost == lost {
            outbox.add(sample: sample)
            count += 1
        }
        return count - 1
    }

    @Test func `samples wait up to their limit, those on their way included`() throws {
        var outbox = Outbox()
        #expect(fill(&outbox) == Outbox.sampleLimit / sample.count)
        try withSocket { (sending, receiving) throws in
            try outbox.flush(to: sending)
            var bytes: [UInt8] = []
            let sent = try receiving.receive(into: &bytes) ?? 0
            #expect(sent > 0 && sent < Outbox.sampleLimit / 2)
            #expect(fill(&outbox) <= sent / sample.count + 1)
        }
    }

    @Test func `replies wait up to their limit`() throws {
        var outbox = Outbox()
        for _ in 0..<Outbox.replyLimit / 64 { try outbox.add(reply: sample) }
        #expect(throws: Outbox.Overflow.self) { try outbox.add(reply: sample) }
    }

    @Test func `a state is sent only when everything before was read`() throws {
        var outbox = Outbox()
        try withSocket { (sending, receiving) throws in
            #expect(try sending.send([1]) == 1)
            outbox.replace(state: [2])
            try outbox.flushState(to: sending)
            #expect(!outbox.isEmpty && !outbox.isWaiting)
            outbox.replace(state: [3])
            var bytes: [UInt8] = []
            #expect(try receiving.receive(into: &bytes) == 1)
            try outbox.flushState(to: sending)
            #expect(outbox.isEmpty)
            #expect(try receiving.receive(into: &bytes) == 1)
            #expect(bytes == [1, 3])
        }
    }
}

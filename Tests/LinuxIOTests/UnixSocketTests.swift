import Foundation
import Testing

@testable import LinuxIO

@Suite struct UnixSocketTests {
    /// Both ends of a connection.
    private func connected(
        _ body: (borrowing UnixSocket, borrowing UnixSocket) throws -> Void
    ) throws {
        try withFolder { folder in
            let server = try ServerSocket(path: folder + "/s")
            let ours = try UnixSocket.connect(to: folder + "/s")
            guard let theirs = try server.accept() else {
                Issue.record("nobody came")
                return
            }
            try body(ours, theirs)
        }
    }

    @Test func `nothing waits, then bytes, then the end`() throws {
        try withFolder { folder in
            let server = try ServerSocket(path: folder + "/s")
            var bytes: [UInt8] = []
            do {
                let ours = try UnixSocket.connect(to: folder + "/s")
                #expect(try ours.receive(into: &bytes) == nil)
                #expect(try ours.waitUntilReadable(timeout: 0) == false)
                guard let theirs = try server.accept() else { throw Errno.noFile }
                #expect(try theirs.send([1, 2, 3]) == 3)
                #expect(try ours.waitUntilReadable(timeout: -1))
                #expect(try ours.receive(into: &bytes) == 3)
                #expect(bytes == [1, 2, 3])
            }
            let next = try UnixSocket.connect(to: folder + "/s")
            do { _ = try server.accept() }
            #expect(try next.receive(into: &bytes) == 0)
        }
    }

    @Test func `tells what the peer has not read`() throws {
        try connected { ours, theirs in
            #expect(try ours.unread() == 0)
            _ = try ours.send([1, 2, 3, 4])
            #expect(try ours.unread() > 0)
            var bytes: [UInt8] = []
            #expect(try theirs.receive(into: &bytes) == 4)
            #expect(try ours.unread() == 0)
        }
    }

    @Test func `an end is one also for those who have a copy`() throws {
        try connected { ours, theirs in
            let copy = Descriptor(owning: dup(ours.descriptor))
            ours.end()
            var bytes: [UInt8] = []
            let counts = (try theirs.receive(into: &bytes), try copy.read(into: &bytes))
            #expect(counts.0 == 0 && counts.1 == 0)
        }
    }

    @Test func `a full socket takes nothing`() throws {
        try connected { ours, _ in
            let block = [UInt8](repeating: 0, count: 100_000)
            while try ours.send(block[...]) > 0 {}
            #expect(try ours.send(block[...]) == 0)
        }
    }

    @Test func `a peer that went away is an error of the sending`() throws {
        try withFolder { folder in
            let server = try ServerSocket(path: folder + "/s")
            let ours = try UnixSocket.connect(to: folder + "/s")
            do { _ = try server.accept() }
            #expect(throws: Errno(rawValue: EPIPE)) { try ours.send([1]) }
        }
    }

    @Test func `knows who is at the other end`() throws {
        try connected { ours, theirs in
            for peer in [try ours.peer(), try theirs.peer()] {
                #expect(peer.pid == getpid())
                #expect(peer.uid == geteuid())
                #expect(peer.gid == getegid())
            }
        }
        #expect(programName(getpid()) != "?")
        #expect(programName(0) == "?")
    }

    @Test func `refuses where nobody listens`() throws {
        try withFolder { folder in
            #expect(throws: Errno.noFile) { _ = try UnixSocket.connect(to: folder + "/s") }
            #expect(throws: Errno.nameTooLong) {
                _ = try UnixSocket.connect(to: folder + "/" + String(repeating: "s", count: 108))
            }
        }
    }
}

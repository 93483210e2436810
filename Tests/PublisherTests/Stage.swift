import Foundation
import LinuxIO
import MotionCore
import MotionWire
import Testing

@testable import Publisher

/// A publisher with its poller and the clients' ends, all in one thread.
final class Stage {
    static let firstClient: UInt64 = 100
    private static let serverToken: UInt64 = 1

    let publisher: Publisher
    /// Requests that the publisher left to its owner.
    private(set) var questions: [Publisher.Question] = []
    /// What its owner says to them.
    var answer: (Publisher.Question) -> JSON = { $0.request.reply() }
    private(set) var sequence: Int64 = 0
    /// What the publisher is told the time is, in nanoseconds.
    var now: Int64 = 1_000_000_000
    private let folder: URL
    let path: String
    private let poller: Poller

    init(
        admits: @escaping (PeerCredentials) -> Bool = { _ in true },
        memory: @escaping (View) -> SharedMemory? = { _ in nil }
    ) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "plx-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        path = folder.path + "/s"
        poller = try Poller()
        let server = try ServerSocket(path: path)
        publisher = try Publisher(
            server: server, poller: poller, serverToken: Stage.serverToken,
            firstClient: Stage.firstClient,
            owner: Publisher.Owner(
                hello: { Hello(server: "stage", rate: 60, maxRate: 240, device: nil, health: .ok) },
                admits: admits, memory: memory))
    }

    deinit {
        do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) }
    }

    func connect() throws -> Client {
        let client = try Client(path)
        try settle()
        return client
    }

    /// Connects without a turn for the publisher.
    func knock() throws -> Client { try Client(path) }

    /// Lets the publisher do all that there is to do.
    func settle() throws {
        var ready: [Poller.Ready] = []
        repeat {
            try poller.wait(into: &ready, timeout: 0)
            for event in ready {
                if event.token == Stage.serverToken {
                    try publisher.accept()
                } else {
                    publisher.serve(event) {
                        questions.append($0)
                        return answer($0)
                    }
                }
            }
        } while !ready.isEmpty
    }

    /// A tick with a frame, the last of some that passed, `x` to the right.
    func tick(rate: Double = 60, passed: Int64 = 1, x: Double = 0.5) throws {
        sequence += passed
        now += Int64(Double(passed) / rate * 1e9)
        let frame = Frame(
            sequence: sequence, time: Timestamp(microseconds: sequence * 1000),
            offset: ViewerOffset(x: x, y: -0.5), tilt: Tilt(pitch: 0.25, roll: -0.25))
        publisher.publish(after: Double(passed) / rate, at: now) { _, view in
            EncodedFrame(bytes: frame.encoded(for: view), offset: frame.offset)
        }
        try settle()
    }

    /// A tick while there is no pose.
    func emptyTick() throws { publisher.publish(after: 1 / 60, at: now) { _, _ in nil } }

    var clients: [JSON] { publisher.clients(at: now).array ?? [] }

    /// What `status` would tell of a client's `key`.
    func count(_ key: String, ofClient index: Int = 0) throws -> Int64 {
        try #require(clients[index][key]?.int)
    }
}

/// A client's end of the socket; it reads only when it is told to.
final class Client {
    private let socket: UnixSocket
    private var lines = LineReader(limit: 65_536)
    private var hasEnded = false

    init(_ path: String) throws { socket = try UnixSocket.connect(to: path) }

    func send(_ text: String) throws { try socket.sendAll(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) throws { try socket.sendAll(bytes) }

    /// Sends what there is room for. Returns whether the publisher still listens.
    func offer(_ bytes: [UInt8]) -> Bool {
        do throws(Errno) { _ = try socket.send(bytes[...]) } catch { return false }
        return true
    }

    /// Closes the sending side.
    func endSending() { shutdown(socket.descriptor, CInt(SHUT_WR)) }

    /// All bytes that wait, and how many descriptors came with them, which are closed.
    func readBytes() throws -> (bytes: [UInt8], descriptors: [Descriptor.Identity]) {
        var bytes: [UInt8] = [], identities: [Descriptor.Identity] = []
        while !hasEnded {
            guard let part = try receiveWithDescriptors(from: socket.descriptor) else { break }
            hasEnded = part.bytes.isEmpty
            bytes += part.bytes
            identities += part.identities
        }
        return (bytes, identities)
    }

    /// Sends bytes with a descriptor.
    func send(_ text: String, with descriptor: CInt) throws {
        try #require(try socket.send(Array(text.utf8), with: descriptor) == text.utf8.count)
    }

    /// Whether the publisher has closed. A process that another test starts holds the socket a moment longer,
    /// between its birth and its program, so that is waited for.
    var isClosed: Bool {
        get throws {
            if !hasEnded, try socket.waitUntilReadable(timeout: 5000) { _ = try read() }
            return hasEnded
        }
    }

    /// All lines that wait.
    func read() throws -> [Message] {
        var messages: [Message] = []
        var arrived: [UInt8] = []
        while !hasEnded {
            arrived.removeAll()
            guard let count = try receive(into: &arrived) else { break }
            hasEnded = count == 0
            lines.append(arrived)
            while let line = try lines.next() { messages.append(try Message(line: line)) }
        }
        return messages
    }

    /// Like the socket's; 0 also where the publisher closed and had not read everything.
    private func receive(into bytes: inout [UInt8]) throws(Errno) -> Int? {
        do throws(Errno) { return try socket.receive(into: &bytes) } catch .connectionReset { return 0 }
    }
}

extension Descriptor {
    /// Tells one file from another.
    struct Identity: Hashable {
        var device: UInt64, inode: UInt64

        init(_ descriptor: CInt) {
            var status = stat()
            fstat(descriptor, &status)
            (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
        }
    }
}

/// Bytes that wait and which files came with them; nil when none wait.
private func receiveWithDescriptors(
    from socket: CInt
) throws -> (bytes: [UInt8], identities: [Descriptor.Identity])? {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    var control = [UInt64](repeating: 0, count: 64)
    let (count, used) = bytes.withUnsafeMutableBytes { buffer in
        control.withUnsafeMutableBytes { room in
            var part = iovec(iov_base: buffer.baseAddress, iov_len: buffer.count)
            return withUnsafeMutablePointer(to: &part) { part in
                var message = msghdr()
                message.msg_iov = part
                message.msg_iovlen = 1
                message.msg_control = room.baseAddress
                message.msg_controllen = room.count
                return (recvmsg(socket, &message, CInt(MSG_CMSG_CLOEXEC)), message.msg_controllen)
            }
        }
    }
    if count < 0 {
        if errno == ECONNRESET { return ([], []) }
        guard errno == EAGAIN else { throw Errno.current }
        return nil
    }
    var identities: [Descriptor.Identity] = []
    // One header of 16 bytes, then the descriptors.
    if used >= 20 {
        control.withUnsafeBytes { room in
            let length = Int(room.load(as: UInt64.self))
            for offset in stride(from: 16, to: length, by: 4) {
                let given = room.load(fromByteOffset: offset, as: CInt.self)
                identities.append(Descriptor.Identity(given))
                close(given)
            }
        }
    }
    return (Array(bytes.prefix(count)), identities)
}

extension [Message] {
    var frames: [Int64] {
        compactMap { if case .tilt(let frame) = $0 { frame.sequence } else { nil } }
    }

    var replies: [Message.Reply] {
        compactMap { if case .reply(let reply) = $0 { reply } else { nil } }
    }

    var states: [Health] {
        compactMap { if case .state(let change) = $0 { change.health } else { nil } }
    }

    var errors: [RequestError.Code] { replies.compactMap { $0.error?.code } }

    var hasHello: Bool {
        if case .hello? = first { true } else { false }
    }
}

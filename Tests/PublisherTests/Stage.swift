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
    private(set) var sequence: Int64 = 0
    private let folder: URL
    private let path: String
    private let poller: Poller

    init(admits: @escaping (PeerCredentials) -> Bool = { _ in true }) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "plx-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        path = folder.path + "/s"
        poller = try Poller()
        let server = try ServerSocket(path: path)
        publisher = try Publisher(
            server: server, poller: poller, serverToken: Stage.serverToken,
            firstClient: Stage.firstClient,
            hello: { Hello(server: "stage", rate: 60, maxRate: 240, device: nil, health: .ok) },
            admits: admits)
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
                    questions += publisher.serve(event)
                }
            }
        } while !ready.isEmpty
    }

    /// A tick with a frame, the last of some that passed.
    func tick(rate: Double = 60, passed: Int64 = 1) throws {
        sequence += passed
        let frame = Frame(
            sequence: sequence, time: Timestamp(microseconds: sequence * 1000),
            offset: ViewerOffset(x: 0.5, y: -0.5), tilt: Tilt(pitch: 0.25, roll: -0.25))
        publisher.publish(frame, ticks: passed, tickRate: rate)
        try settle()
    }

    /// What `status` would tell of a client's `key`.
    func count(_ key: String, ofClient index: Int = 0) throws -> Int64 {
        let clients = try #require(publisher.clients.array)
        return try #require(clients[index][key]?.int)
    }
}

/// A client's end of the socket; it reads only when it is told to.
final class Client {
    private let socket: UnixSocket
    private var lines = LineReader(limit: 65_536)
    private(set) var isClosed = false

    init(_ path: String) throws { socket = try UnixSocket.connect(to: path) }

    func send(_ text: String) throws { try socket.sendAll(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) throws { try socket.sendAll(bytes) }

    /// Closes the sending side.
    func endSending() { shutdown(socket.descriptor, CInt(SHUT_WR)) }

    /// All lines that wait.
    func read() throws -> [Message] {
        var messages: [Message] = []
        var arrived: [UInt8] = []
        while !isClosed {
            arrived.removeAll()
            guard let count = try receive(into: &arrived) else { break }
            isClosed = count == 0
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

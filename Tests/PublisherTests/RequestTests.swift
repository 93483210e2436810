import Glibc
import LinuxIO
import MotionWire
import Testing

@testable import Publisher

@Suite struct RequestTests {
    private let stage: Stage
    private let client: Client

    init() throws {
        stage = try Stage()
        client = try stage.connect()
        #expect(try client.read().hasHello)
    }

    /// What comes back when `text` was sent.
    private func answers(to text: String) throws -> [Message.Reply] {
        try client.send(text)
        try stage.settle()
        return try client.read().replies
    }

    private func ping(_ id: Int) -> String { "{\"cmd\":\"ping\",\"id\":\(id)}" }

    /// A ping of `length` bytes.
    private func ping(ofLength length: Int) -> String {
        let filler = String(repeating: "x", count: length - ping(1).utf8.count - ",\"x\":\"\"".utf8.count)
        return ping(1).dropLast() + ",\"x\":\"\(filler)\"}"
    }

    private static func reply(ofLength length: Int) -> JSON {
        ["type": "reply", "ok": true, "text": .string(String(repeating: "x", count: length))]
    }

    private func expectStream() throws {
        try stage.tick()
        #expect(try client.read().frames == [stage.sequence])
    }

    @Test func `requests may come in any pieces`() throws {
        for byte in Array(ping(1).utf8) {
            try client.send([byte])
            try stage.settle()
            #expect(try client.read().isEmpty)
        }
        #expect(try answers(to: "\n").map(\.id) == [1])
        let many = (1...50).map { ping($0) + "\n" }.joined()
        #expect(try answers(to: many).map(\.id) == (1...50).map { .int($0) })
        #expect(try answers(to: ping(1) + "\n" + ping(2).dropLast()).map(\.id) == [1])
        #expect(try answers(to: "}\n").map(\.id) == [2])
    }

    @Test func `CR LF, empty lines and a byte order mark are fine`() throws {
        #expect(try answers(to: "\u{FEFF}\(ping(1))\r\n\r\n\n\(ping(2))\r\n").map(\.id) == [1, 2])
    }

    @Test func `a client that ends its sending is answered and goes on receiving`() throws {
        try client.send("\(ping(1))\n\(ping(2))")
        client.endSending()
        try stage.settle()
        #expect(try client.read().replies.map(\.id) == [1, 2])
        for _ in 0..<3 { try expectStream() }
        stage.publisher.announce(StateChange(health: .ok, device: nil))
        #expect(try client.read().states == [.ok])
    }

    @Test func `a subscription changes what it names and tells what counts`() throws {
        let first = try answers(to: "{\"cmd\":\"subscribe\",\"rate\":7.5}\n").map(\.json)
        #expect(first.map { $0["rate"] } == [.double(7.5)])
        #expect(first.map { $0["samples"] } == [false])
        #expect(stage.clients[0]["samples"] == false)
        let second = try answers(to: "{\"cmd\":\"subscribe\",\"samples\":true}\n").map(\.json)
        #expect(second.map { $0["rate"] } == [.double(7.5)])
        #expect(second.map { $0["samples"] } == [true])
        #expect(stage.clients[0]["samples"] == true)
        let refused = try answers(to: "{\"cmd\":\"subscribe\",\"samples\":false,\"rate\":1000}\n")
        #expect(refused.map(\.error?.code) == [.badRequest])
        #expect(stage.clients[0]["samples"] == true)
    }

    @Test func `what only the owner knows is handed on, and answered in turn`() throws {
        stage.answer = { $0.request.reply([JSON.Member("from", "owner")]) }
        let replies = try answers(
            to: ping(1) + "\n{\"cmd\":\"status\",\"id\":2}\n" + ping(3)
                + "\n{\"cmd\":\"recenter\",\"id\":4}\n"
                + ping(5) + "\n")
        #expect(replies.map(\.id) == [1, 2, 3, 4, 5])
        #expect(replies.map { $0.json["from"] } == [nil, "owner", nil, "owner", nil])
        #expect(stage.questions.map(\.client) == [Stage.firstClient, Stage.firstClient])
        #expect(stage.questions.map(\.request.command) == [.status, .recenter(everybody: true)])
    }

    @Test(arguments: [
        ("{", RequestError.Code.badJSON), ("nonsense", .badJSON), ("{} {}", .badJSON), ("\0", .badJSON),
        ("{\"cmd\":\"ping\"", .badJSON), ("[]", .badRequest), ("null", .badRequest), ("1", .badRequest),
        ("{}", .badRequest), ("{\"cmd\":1}", .badRequest), ("{\"cmd\":\"ping\",\"id\":[1]}", .badRequest),
        ("{\"cmd\":\"dance\"}", .unknownCommand),
        ("{\"cmd\":\"subscribe\",\"format\":\"xml\"}", .badRequest),
        ("{\"cmd\":\"subscribe\",\"format\":\"memfd\"}", .unsupported),
        ("{\"cmd\":\"ping\",\"id\":99999999999999999999}", .badJSON),
        ("{\"cmd\":\"ping\",\"id\":1e400}", .badJSON), ("{\"cmd\":\"ping\",\"id\":1.5}", .badRequest),
        ("{\"cmd\":\"subscribe\",\"rate\":1e300}", .badRequest),
        ("{\"cmd\":\"subscribe\",\"rate\":-0.0}", .badRequest), ("{\"cmd\":\"pi\0ng\"}", .badJSON),
        ("{\"cmd\":\"ping\\u0000\"}", .badJSON), (" ", .badJSON),
        (String(repeating: "{\"a\":", count: 500) + "1" + String(repeating: "}", count: 500), .badRequest),
    ])
    func `garbage is answered and the stream goes on`(text: String, code: RequestError.Code) throws {
        #expect(try answers(to: text + "\n").map(\.error?.code) == [code])
        try expectStream()
        #expect(try answers(to: ping(1) + "\n").map(\.error) == [nil])
    }

    @Test(arguments: [
        [0xFF, 0xFE, 0x0A], Array(repeating: 0x5B, count: 4095) + [0x0A], [0x22, 0xC3, 0x22, 0x0A],
    ])
    func `bytes that are no text and deep nesting are garbage too`(bytes: [UInt8]) throws {
        try client.send(bytes)
        try stage.settle()
        #expect(try client.read().errors == [.badJSON])
        try expectStream()
    }

    @Test func `a line of 4096 bytes is read`() throws {
        #expect(try answers(to: ping(ofLength: 4095) + "\n").map(\.error) == [nil])
    }

    @Test(arguments: [true, false])
    func `a longer line ends the connection, and what came before it is answered`(isEnded: Bool) throws {
        let line = ping(ofLength: 4096) + (isEnded ? "\n" : "")
        let replies = try answers(to: ping(7) + "\n" + line)
        #expect(replies.map(\.id) == [7, nil])
        #expect(replies.map(\.error?.code) == [nil, .tooLong])
        #expect(try client.isClosed)
        #expect(!stage.publisher.hasClients)
    }

    @Test func `a line without an end ends the connection`() throws {
        let other = try stage.connect()
        _ = try other.read()
        let line = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 14)
        #expect(throws: Errno.self) {
            while true {
                try client.send(line)
                try stage.settle()
            }
        }
        #expect(try client.read().errors == [.tooLong])
        #expect(try client.isClosed)
        try stage.tick()
        #expect(try other.read().frames == [1])
    }

    @Test func `a hundred requests are answered, the next ends the connection`() throws {
        let replies = try answers(to: (1...101).map { ping($0) + "\n" }.joined())
        #expect(replies.dropLast().map(\.id) == (1...100).map { .int($0) })
        #expect(replies.last?.error?.code == .tooMany)
        #expect(try client.isClosed)
    }

    @Test func `replies that pile up end the connection`() throws {
        stage.answer = { _ in RequestTests.reply(ofLength: 8000) }
        var count = 0
        while stage.publisher.hasClients, count < 90 {
            try client.send("{\"cmd\":\"status\"}\n")
            try stage.settle()
            count += 1
        }
        let waiting = try client.read().count
        #expect(try client.isClosed)
        #expect(waiting < count)
        #expect(waiting > 2)
    }

    @Test func `one long reply is no pile`() throws {
        let long = RequestTests.reply(ofLength: 60_000)
        stage.answer = { _ in long }
        #expect(try answers(to: "{\"cmd\":\"status\"}\n").map(\.json) == [long])
        try expectStream()
    }
}

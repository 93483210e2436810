import MotionWire
import Testing

@testable import ParallaxKit

@Suite struct RequestsTests {
    private var requests = Requests(maxRate: 120)

    /// What is asked for at a moment in seconds, as it goes out.
    private mutating func lines(at seconds: Double) -> [String] {
        requests.take(at: nanoseconds(seconds)).map {
            String(decoding: $0.json.line.dropLast(), as: UTF8.self)
        }
    }

    private mutating func hear(_ line: String) throws {
        guard case .reply(let reply) = try Message(line: Array(line.utf8)) else {
            Issue.record("no reply")
            return
        }
        requests.hear(reply)
    }

    @Test mutating func `asks for the fields first, and for nothing else before the answer`() throws {
        requests.rate = 30
        requests.recenters = true
        #expect(
            lines(at: 0) == [
                #"{"cmd":"subscribe","id":1,"rate":30,"#
                    + #""fields":["x","y","pitch","roll","q","accel","gyro","vx","vy"]}"#
            ])
        requests.rate = 60
        #expect(lines(at: 5) == [])
        #expect(requests.dueAt == nil && !requests.isAnswered)
        try hear(#"{"type":"reply","id":1,"ok":true}"#)
        #expect(requests.isAnswered)
        #expect(
            lines(at: 6) == [
                #"{"cmd":"subscribe","rate":60}"#, #"{"cmd":"recenter","scope":"client"}"#,
            ])
        #expect(lines(at: 7) == [] && requests.dueAt == nil)
    }

    @Test mutating func `asks a daemon that knows less for the rate alone`() throws {
        requests.rate = 30
        _ = lines(at: 0)
        try hear(#"{"type":"reply","id":1,"ok":false,"error":{"code":"bad-request","message":"vx?"}}"#)
        #expect(lines(at: 1) == [#"{"cmd":"subscribe","rate":30}"#])
        #expect(lines(at: 2) == [])
    }

    @Test mutating func `never asks for more than there is`() {
        requests.rate = 240
        #expect(lines(at: 0).first?.contains("\"rate\":120,") == true)
    }

    @Test mutating func `however much its users do, it asks 40 times a second at most`() throws {
        _ = lines(at: 0)
        try hear(#"{"type":"reply","id":1,"ok":true}"#)
        var count = 0
        for step in 1...1000 {
            requests.rate = Double(1 + step % 100)
            requests.recenters = true
            count += lines(at: Double(step) * 0.001).count
        }
        #expect(count <= 40)
        requests.rate = 77
        requests.recenters = true
        #expect(try #require(requests.dueAt) <= nanoseconds(1.05))
        #expect(lines(at: 2).count == 2)
    }

    @Test mutating func `other replies say nothing`() throws {
        _ = lines(at: 0)
        try hear(#"{"type":"reply","ok":true}"#)
        try hear(#"{"type":"reply","id":2,"ok":true}"#)
        #expect(!requests.isAnswered)
    }
}

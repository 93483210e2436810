import Glibc
import LinuxIO
import MotionWire
import Testing

@testable import ParallaxKit

/// By moments that tests hand over, against a server of their own.
@Suite final class LinkTests {
    private let server: FakeServer
    private var link: Link

    init() throws {
        let server = try FakeServer(), path = server.path
        link = try Link { path }
        self.server = server
        try link.start(at: 0)
    }

    private var state: MotionState { link.state }

    /// Does what is due at a moment in seconds. Returns the frames that waited.
    @discardableResult
    private func turn(at seconds: Double, rate: Double = 60) throws -> [Frame] {
        let frames = try link.take(at: nanoseconds(seconds))
        try link.settle(at: nanoseconds(seconds), rate: rate, until: nil)
        return frames
    }

    /// Whether it tries to connect at a moment.
    private func tries(at seconds: Double) throws -> Bool {
        try turn(at: seconds)
        guard let client = try server.accept() else { return false }
        _ = client
        return true
    }

    @Test func `asks once, passes frames on, and tells how the daemon fares`() throws {
        try turn(at: 0)
        #expect(state == .connecting(reason: nil))
        let client = try server.client()
        try client.say(FakeServer.hello, FakeServer.frame(1))
        #expect(try turn(at: 1).isEmpty)
        #expect(state == .running)
        #expect(link.deviceName == "bmi160")
        let heard = try client.heard()
        #expect(heard.count == 1 && heard[0].contains("subscribe"))
        try client.say(FakeServer.frame(2), FakeServer.reply, FakeServer.frame(3, FakeServer.detail))
        // What was sent before the answer has not what was asked for.
        let frames = try turn(at: 2)
        #expect(frames.map(\.sequence) == [3] && frames[0].detail != nil)
        try client.say(#"{"type":"state","state":"stale","reason":"nothing new","device":null}"#)
        try turn(at: 3)
        #expect(state == .stale(reason: "nothing new"))
        #expect(link.deviceName == nil)
    }

    @Test func `comes back at once after a connection that lasted`() throws {
        do {
            try turn(at: 0)
            let client = try server.client()
            try client.say(FakeServer.hello)
            try turn(at: 1)
        }
        #expect(try tries(at: 2))
        #expect(state == .connecting(reason: "the daemon ended the connection"))
    }

    @Test func `comes back more and more slowly to one that ends each connection`() throws {
        var attempts: [Double] = []
        for step in 0..<1000 where try tries(at: Double(step) * 0.01) { attempts.append(Double(step) * 0.01) }
        #expect(attempts.count < 20)
        let gaps = zip(attempts.dropFirst(), attempts).map { $0 - $1 }
        #expect(try #require(gaps.max()) < 1.05)
        #expect(try #require(gaps.first) < 0.05)
    }

    @Test(arguments: ["denied", "too-many", "unavailable"])
    func `asks one that refuses it again after ten seconds`(code: String) throws {
        do {
            try turn(at: 0)
            let client = try server.client()
            try client.say(#"{"type":"reply","ok":false,"error":{"code":"\#(code)","message":"not you"}}"#)
        }
        try turn(at: 1)
        #expect(state == .refused(reason: "not you"))
        for step in 11..<110 { #expect(try !tries(at: Double(step) * 0.1)) }
        #expect(state == .refused(reason: "not you"))
        #expect(try tries(at: 11.1))
    }

    @Test(arguments: [("I am a web server", "is no parallaxd"), (FakeServer.hello(version: 2), "protocol 2")])
    func `leaves one that it does not understand alone`(line: String, reason: String) throws {
        try turn(at: 0)
        let client = try server.client()
        try client.say(line)
        try turn(at: 1)
        #expect(try client.isLeft())
        #expect(try #require(state.reason).contains(reason))
        #expect(try !tries(at: 10.9))
        #expect(try tries(at: 11.1))
    }

    @Test func `passes bad lines over, but for one without an end`() throws {
        try turn(at: 0)
        let client = try server.client()
        try client.say(FakeServer.hello)
        try turn(at: 0.1)
        try client.say(FakeServer.reply)
        try client.say("{", "[]", #"{"type":"tilt"}"#, #"{"type":"new"}"#, "\u{0}", FakeServer.frame(1))
        #expect(try turn(at: 0.2).map(\.sequence) == [1])
        try client.say(String(repeating: "x", count: 70_000))
        for step in 3...9 { try turn(at: Double(step) * 0.1) }
        #expect(try #require(state.reason).contains("without an end"))
    }

    @Test func `asks again when users change, not more often than is allowed`() throws {
        try turn(at: 0)
        let client = try server.client()
        try client.say(FakeServer.hello)
        try turn(at: 0.1)
        try client.say(FakeServer.reply)
        _ = try client.heard()
        for step in 0..<100 { try turn(at: 0.2 + Double(step) * 0.001, rate: Double(1 + step)) }
        #expect(try client.heard().count <= 3)
        try turn(at: 1, rate: 100)
        #expect(try client.heard() == [#"{"cmd":"subscribe","rate":100}"#])
    }

    @Test func `finds a daemon that comes later by its socket`() throws {
        let path = server.path
        #expect(rename(path, path + ".away") == 0)
        // Long enough that only the socket can be the reason.
        for second in 0...10 { try turn(at: Double(second)) }
        #expect(try #require(state.reason).contains("no daemon can be reached at \(path)"))
        #expect(rename(path + ".away", path) == 0)
        #expect(try tries(at: 10.001))
    }

    @Test func `leaves when it is stopped, and its descriptor is quiet`() throws {
        try turn(at: 0)
        let client = try server.client()
        try client.say(FakeServer.hello)
        try turn(at: 1)
        try link.stop()
        #expect(try client.heard().count == 1)
        #expect(try client.isLeft())
        #expect(state == .idle)
        let poller = try Poller()
        try poller.add(link.descriptor, token: 0)
        var ready: [Poller.Ready] = []
        try poller.wait(into: &ready, timeout: 0)
        #expect(ready.isEmpty)
    }
}

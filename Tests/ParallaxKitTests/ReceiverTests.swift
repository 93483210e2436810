import LinuxIO
import MotionCore
import Testing

@testable import ParallaxKit

/// By moments that tests hand over, against a server of their own.
@Suite final class ReceiverTests {
    private let server: FakeServer
    private var receiver: Receiver
    private let seen = Seen()

    private final class Seen: Sendable {
        let motions = Lock<[DeviceMotion]>([])
    }

    init() throws {
        let server = try FakeServer(), path = server.path
        receiver = Receiver(MotionSettings(), path: { path })
        self.server = server
        _ = try receiver.attach()
    }

    private var isActive: Bool { receiver.isActive }
    private var state: MotionState { receiver.state }

    private func poll(at seconds: Double) -> DeviceMotion? { receiver.poll(at: nanoseconds(seconds)) }

    @discardableResult
    private func remove(_ number: UInt64, at seconds: Double) -> Bool {
        receiver.remove(number, at: nanoseconds(seconds)) != nil
    }

    private func threadToStart() -> UInt64? { receiver.threadToStart() }

    private func descriptor(of thread: UInt64) -> CInt? { receiver.descriptor(forThread: thread) }

    private func attach() throws -> CInt { try receiver.attach() }

    private func turn(at seconds: Double) { receiver.take(at: nanoseconds(seconds))?() }

    private func add(rate: Double = 60, at seconds: Double) -> UInt64 {
        let user = Receiver.User(pace: Pace(rate: rate)) { [seen] motion in
            seen.motions.withLock { $0.append(motion) }
        }
        return receiver.add(user, at: nanoseconds(seconds))
    }

    private func connected(at seconds: Double) throws -> FakeServer.Client {
        turn(at: seconds)
        let client = try server.client()
        try client.say(FakeServer.hello)
        turn(at: seconds)
        try client.say(FakeServer.reply)
        turn(at: seconds)
        return client
    }

    @Test func `nobody there, no connection`() throws {
        turn(at: 0)
        #expect(!isActive && state == .idle)
        #expect(try server.accept() == nil)
    }

    @Test func `ends the connection two seconds after the last user, and begins anew with the next`() throws {
        let first = add(at: 0), second = add(at: 0)
        let client = try connected(at: 0.1)
        #expect(remove(first, at: 1))
        turn(at: 100)
        #expect(isActive)
        #expect(remove(second, at: 200))
        #expect(!remove(second, at: 201))
        turn(at: 201.9)
        #expect(isActive && state == .running)
        turn(at: 202.1)
        #expect(!isActive && state == .idle)
        #expect(try client.isLeft())
        _ = add(at: 203)
        let next = try connected(at: 203)
        #expect(state == .running)
        _ = next
    }

    @Test func `a user within the two seconds finds the connection`() throws {
        let first = add(at: 0)
        let client = try connected(at: 0)
        remove(first, at: 1)
        turn(at: 2.5)
        _ = add(at: 2.9)
        turn(at: 10)
        #expect(isActive)
        #expect(try !client.isLeft())
    }

    @Test func `who polls is a user for two seconds, and has the newest motion`() throws {
        #expect(poll(at: 0) == nil)
        let client = try connected(at: 0)
        try client.say(FakeServer.frame(1, FakeServer.detail), FakeServer.frame(2, FakeServer.detail))
        turn(at: 1)
        #expect(poll(at: 1.9)?.time == Timestamp(microseconds: 40_000))
        turn(at: 3.8)
        #expect(isActive)
        turn(at: 4)
        #expect(!isActive)
        // What was is no answer for a new user.
        #expect(poll(at: 5) == nil)
    }

    @Test func `each user gets motion at its own pace, and the newest of several frames`() throws {
        _ = add(rate: 50, at: 0)
        _ = add(rate: 10, at: 0)
        let client = try connected(at: 0)
        for sequence in 1...100 {
            try client.say(FakeServer.frame(sequence, FakeServer.detail))
            turn(at: Double(sequence) * 0.02)
        }
        #expect(abs(seen.motions.withLock(\.count) - 120) <= 1)
        seen.motions.withLock { $0.removeAll() }
        for sequence in 101...110 { try client.say(FakeServer.frame(sequence, FakeServer.detail)) }
        turn(at: 3)
        let late = seen.motions.withLock(\.self)
        #expect(late.count == 2 && late.allSatisfy { $0.time == Timestamp(microseconds: 110 * 20_000) })
    }

    @Test func `the fastest user decides how often motion comes`() throws {
        let slow = add(rate: 5, at: 0)
        let client = try connected(at: 0)
        let asked = try client.heard()
        #expect(asked.count == 1 && asked[0].contains(#""rate":5,"#))
        let fast = add(rate: 90, at: 1)
        #expect(try client.heard() == [#"{"cmd":"subscribe","rate":90}"#])
        remove(fast, at: 2)
        #expect(try client.heard() == [#"{"cmd":"subscribe","rate":5}"#])
        _ = poll(at: 3)
        #expect(try client.heard() == [#"{"cmd":"subscribe","rate":60}"#])
        // Polled no longer.
        try client.say(FakeServer.frame(1))
        turn(at: 6)
        #expect(try client.heard() == [#"{"cmd":"subscribe","rate":5}"#])
        _ = slow
    }

    @Test func `a motion is in the settings of the moment when it is asked for`() throws {
        _ = poll(at: 0)
        let client = try connected(at: 0)
        try client.say(FakeServer.frame(1, FakeServer.detail))
        turn(at: 1)
        #expect(poll(at: 1)?.viewerOffset == ViewerOffset(x: 0.5, y: -0.25))
        receiver.settings.screenAngle = .half
        #expect(poll(at: 1)?.viewerOffset == ViewerOffset(x: -0.5, y: 0.25))
        receiver.settings.reducesMotion = true
        #expect(poll(at: 1)?.pose == ParallaxPose(reducesMotion: true))
    }

    @Test func `a wish for a new neutral pose waits for the connection`() throws {
        receiver.recenter(at: 0)
        _ = poll(at: 0)
        receiver.recenter(at: 0)
        let client = try connected(at: 0)
        turn(at: 0.1)
        #expect(try client.heard().last == #"{"cmd":"recenter","scope":"client"}"#)
        receiver.recenter(at: nanoseconds(1))
        #expect(try client.heard() == [#"{"cmd":"recenter","scope":"client"}"#])
    }

    @Test func `only the one who runs it takes what waits`() throws {
        _ = poll(at: 0)
        receiver.detach()
        turn(at: 0)
        #expect(try server.accept() == nil)
        let thread = try #require(threadToStart())
        #expect(threadToStart() == nil)
        #expect(descriptor(of: thread) != nil)
        _ = receiver.take(asThread: thread, at: 0)
        #expect(try server.accept() != nil)
        let before = descriptor(of: thread)
        #expect(try attach() == before)
        #expect(descriptor(of: thread) == nil)
    }

    @Test func `a thread that waits wakes up when another one's call ends the use`() throws {
        receiver.detach()
        _ = poll(at: 0)
        let thread = try #require(threadToStart())
        let waited = try #require(descriptor(of: thread))
        _ = receiver.take(asThread: thread, at: 0)
        receiver.recenter(at: nanoseconds(3))
        #expect(!isActive && descriptor(of: thread) == nil)
        let poller = try Poller()
        try poller.add(waited, token: 0)
        var ready: [Poller.Ready] = []
        try poller.wait(into: &ready, timeout: 0)
        #expect(ready.count == 1)
    }

    @Test func `a thread ends with the last user`() throws {
        receiver.detach()
        _ = poll(at: 0)
        let thread = try #require(threadToStart())
        _ = receiver.take(asThread: thread, at: nanoseconds(3))
        #expect(descriptor(of: thread) == nil && threadToStart() == nil)
        _ = poll(at: 4)
        #expect(threadToStart() != nil)
    }
}

import Glibc
import LinuxIO
import MotionCore
import MotionWire
import TestSupport
import Testing

@testable import Publisher

@Suite struct FrameTests {
    private let stage: Stage

    init() throws { stage = try Stage() }

    @Test func `the hello comes first, then a line a frame`() throws {
        let client = try stage.connect()
        var lines = try client.read()
        #expect(lines.count == 1 && lines.hasHello)
        for _ in 0..<60 {
            try stage.tick()
            lines = try client.read()
            #expect(lines.count == 1)
            #expect(lines.frames == [stage.sequence])
        }
        #expect(try stage.count("sent") == 60)
        #expect(try stage.count("skipped") == 0)
    }

    struct Rate: Sendable {
        var wanted, tick: Double
    }

    @Test(
        arguments: [30, 1, 7.5, 59.94, 60, 100, 144, 240].flatMap { wanted in
            [60.0, 144, 240].filter { $0 >= wanted }.map { Rate(wanted: wanted, tick: $0) }
        })
    func `any rate is kept evenly at any tick`(rate: Rate) throws {
        let client = try stage.connect()
        try client.send("{\"cmd\":\"subscribe\",\"rate\":\(rate.wanted)}\n")
        try stage.settle()
        #expect(try client.read().replies.map(\.error) == [nil])
        var frames: [Int64] = []
        for _ in 0..<Int(10 * rate.tick) {
            try stage.tick(rate: rate.tick)
            frames += try client.read().frames
        }
        #expect(frames.count == Int(10 * rate.wanted))
        let gaps = zip(frames, frames.dropFirst()).map { Double($1 - $0) }
        #expect(gaps.allSatisfy { abs($0 - rate.tick / rate.wanted) < 1 })
    }

    @Test(arguments: [7.5, 30, 60, 100])
    func `ticks that came too late count all the same`(rate: Double) throws {
        let client = try stage.connect()
        try client.send("{\"cmd\":\"subscribe\",\"rate\":\(rate)}\n")
        try stage.settle()
        _ = try client.read()
        var count = 0
        for _ in 0..<300 {
            try stage.tick(rate: 120, passed: 4)
            count += try client.read().frames.count
        }
        // Ten seconds; no more than were offered.
        #expect(count == min(300, Int(10 * rate)))
    }

    @Test func `each client has its own rate`() throws {
        let fast = try stage.connect(), slow = try stage.connect()
        #expect(stage.publisher.fastestRate == 60)
        try fast.send("{\"cmd\":\"subscribe\",\"rate\":120}\n")
        try slow.send("{\"cmd\":\"subscribe\",\"rate\":12.5}\n")
        try stage.settle()
        #expect(stage.publisher.fastestRate == 120)
        _ = try (fast.read(), slow.read())
        var counts = (fast: 0, slow: 0)
        for _ in 0..<1200 {
            try stage.tick(rate: 120)
            counts.fast += try fast.read().frames.count
            counts.slow += try slow.read().frames.count
        }
        #expect(counts == (1200, 125))
    }

    @Test func `a client that does not read has one frame waiting, then a fresh one`() throws {
        let client = try stage.connect()
        _ = try client.read()
        for _ in 0..<1000 { try stage.tick() }
        #expect(try stage.count("sent") == 1)
        #expect(try stage.count("skipped") == 999)
        #expect(try client.read().frames == [1])
        try stage.tick()
        #expect(try client.read().frames == [1001])
    }

    @Test func `a client that reads five times a second sees no frame older than its own pace`() throws {
        let client = try stage.connect()
        _ = try client.read()
        for round in 0..<50 {
            for _ in 0..<12 { try stage.tick() }
            let frames = try client.read().frames
            #expect(frames.count == 1)
            // 12 ticks are 200 ms.
            #expect(stage.sequence - (frames.first ?? 0) < 12, "round \(round)")
        }
    }

    @Test func `a client that reads only now and then is asked, one that keeps up is known`() throws {
        let quick = try stage.connect(), slow = try stage.connect()
        _ = try (quick.read(), slow.read())
        for round in 1...60 {
            try stage.tick()
            #expect(try quick.read().frames == [stage.sequence])
            // What is not read at once but in time does not count as missed.
            if round % 3 == 0 { #expect(try slow.read().frames == [stage.sequence - 2]) }
        }
        #expect(try stage.count("skipped", ofClient: 0) == 0)
        #expect(try stage.count("skipped", ofClient: 1) == 40)
    }

    @Test func `a client that goes between two frames of a tick disturbs nobody`() throws {
        var clients = try (0..<100).map { _ in try stage.connect() }
        for client in clients { _ = try client.read() }
        for _ in 0..<90 {
            try stage.tick()
            for client in clients { #expect(try client.read().frames == [stage.sequence]) }
            clients.remove(at: clients.count / 2)
        }
    }

    @Test func `however clients read and ask, none has two frames waiting`() throws {
        var random = SplitMix64(seed: 7)
        // More than the poller tells of at once.
        let clients = try (0..<100).map { _ in try stage.connect() }
        for (index, client) in clients.enumerated() {
            try client.send("{\"cmd\":\"subscribe\",\"rate\":\([60, 30, 45][index % 3])}\n")
        }
        try stage.settle()
        for client in clients { _ = try client.read() }
        var count = 0
        for _ in 0..<300 {
            try stage.tick()
            for client in clients where Bool.random(using: &random) {
                let frames = try client.read().frames
                #expect(frames.count <= 1)
                count += frames.count
                if Int.random(in: 0..<10, using: &random) == 0 { try client.send("{\"cmd\":\"ping\"}\n") }
            }
            try stage.settle()
        }
        #expect(count > 8000)
    }

    @Test func `a client in the place of one that left begins anew`() throws {
        do {
            let leaving = try stage.connect()
            try leaving.send("{\"cmd\":\"subscribe\",\"rate\":1,\"deadband\":1}\n{\"cmd\":\"pause\"}\n")
            try stage.settle()
            try stage.tick()
        }
        try stage.settle()
        let client = try stage.connect()
        _ = try client.read()
        for _ in 0..<10 {
            try stage.tick()
            #expect(try client.read().frames == [stage.sequence])
        }
        #expect(stage.publisher.connections.values.map(\.slot) == [0])
        #expect(try stage.count("sent") == 10)
        #expect(try stage.count("skipped") == 0)
    }

    @Test func `a frame that the socket does not take at once comes whole`() throws {
        let client = try stage.connect()
        _ = try client.read()
        var size: CInt = 4096
        let socket = stage.publisher.streams[0].socket
        try #require(setsockopt(socket, SOL_SOCKET, SO_SNDBUF, &size, 4) == 0)
        let bytes = (0..<20_000).map { UInt8(truncatingIfNeeded: $0 % 251) }
        let frame = EncodedFrame(bytes: bytes, offset: ViewerOffset(x: 0, y: 0))
        var arrived: [UInt8] = []
        for _ in 0..<60 {
            stage.publisher.publish(after: 1 / 60, at: stage.now) { _, _ in frame }
            arrived += try client.readBytes().bytes
            try stage.settle()
        }
        #expect(arrived.count > 2 * bytes.count)
        #expect(arrived.indices.allSatisfy { arrived[$0] == bytes[$0 % bytes.count] })
    }

    @Test func `a client that never read has its hello waiting`() throws {
        let client = try stage.connect()
        for _ in 0..<100 { try stage.tick() }
        let lines = try client.read()
        #expect(lines.count == 1 && lines.hasHello)
    }

    @Test func `states are replaced while they are not read, and come before frames`() throws {
        let client = try stage.connect()
        _ = try client.read()
        try stage.tick()
        for reason in ["one", "two", "three"] {
            stage.publisher.announce(StateChange(health: Health(.stale, reason: reason), device: nil))
            try stage.tick()
        }
        #expect(try client.read().frames == [1])
        try stage.tick()
        let lines = try client.read()
        #expect(lines.states == [Health(.stale, reason: "three")])
        #expect(lines.count == 1)
        try stage.tick()
        #expect(try client.read().frames == [stage.sequence])
    }

    @Test func `a state comes at once to a client that reads, and when nothing streams`() throws {
        let client = try stage.connect()
        _ = try client.read()
        stage.publisher.announce(StateChange(health: Health(.busy, reason: "one"), device: nil))
        #expect(try client.read().states == [Health(.busy, reason: "one")])
        stage.publisher.announce(StateChange(health: .ok, device: nil))
        stage.publisher.announce(StateChange(health: Health(.busy, reason: "two"), device: nil))
        #expect(try client.read().states == [.ok])
        try stage.emptyTick()
        #expect(try client.read().states == [Health(.busy, reason: "two")])
        try stage.emptyTick()
        #expect(try client.read().isEmpty)
    }

    @Test func `one that never reads costs twenty others nothing`() throws {
        let stuck = try stage.connect()
        let clients = try (0..<20).map { _ in try stage.connect() }
        for client in clients { _ = try client.read() }
        for round in 0..<300 {
            if round % 10 == 0 {
                stage.publisher.announce(StateChange(health: .ok, device: nil))
                for client in clients { #expect(try client.read().states.count == 1) }
            }
            try stage.tick()
            for client in clients { #expect(try client.read().frames == [stage.sequence]) }
        }
        #expect(try stuck.read().count == 1)
    }

    @Test func `a client that goes away with frames unread does not disturb the others`() throws {
        let staying = try stage.connect()
        do {
            let leaving = try stage.connect()
            try leaving.send("{\"cmd\":\"status\"")
            try stage.tick()
        }
        let other = try stage.connect()
        _ = try (staying.read(), other.read())
        for _ in 0..<10 {
            try stage.tick()
            #expect(try staying.read().frames == [stage.sequence])
            #expect(try other.read().frames == [stage.sequence])
        }
        #expect(stage.clients.count == 2)
    }

    @Test func `without clients there is nobody and no rate`() throws {
        #expect(!stage.publisher.hasClients)
        #expect(stage.publisher.fastestRate == nil)
        do {
            let client = try stage.connect()
            #expect(stage.publisher.hasClients)
            _ = try client.read()
        }
        try stage.settle()
        #expect(!stage.publisher.hasClients)
        try stage.tick()
    }
}

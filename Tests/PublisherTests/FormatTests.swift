import LinuxIO
import MotionCore
import MotionWire
import Testing

@testable import Publisher

/// What a client of binary frames reads.
private enum Part: Equatable {
    case frame(sequence: UInt32)
    case control(JSON)
}

private func parts(_ bytes: [UInt8]) throws -> [Part] {
    var rest = bytes[...], parts: [Part] = []
    while !rest.isEmpty {
        let number = rest.dropFirst(4).prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
        switch String(decoding: rest.prefix(4), as: UTF8.self) {
        case "PLX1":
            parts.append(.frame(sequence: number))
            rest = rest.dropFirst(32)
        case "PLXJ":
            parts.append(.control(try JSON(rest.dropFirst(8).prefix(Int(number)))))
            rest = rest.dropFirst((8 + Int(number) + 7) / 8 * 8)
        default:
            try #require(Bool(false), "no frame begins with \(rest.prefix(8))")
        }
    }
    return parts
}

@Suite struct FormatTests {
    private let stage: Stage
    private let client: Client
    private let memory: SharedMemory

    init() throws {
        let memory = try SharedMemory(name: "test", size: SharedFrame.size)
        self.memory = memory
        stage = try Stage(memory: { $0.smoothing == .none ? nil : memory })
        client = try stage.connect()
        #expect(try client.read().hasHello)
    }

    private func subscribe(_ members: String) throws {
        try client.send("{\"cmd\":\"subscribe\",\(members)}\n")
        try stage.settle()
    }

    @Test func `binary frames and control lines never mix`() throws {
        try subscribe(#""format":"binary","id":1"#)
        // The answer is the last line of the old format.
        #expect(try client.read().replies.map { $0.json["format"] } == ["binary"])
        try stage.tick()
        try stage.tick()
        #expect(try parts(client.readBytes().bytes) == [.frame(sequence: 1)])
        try client.send("{\"cmd\":\"ping\",\"id\":2}\n{")
        try stage.settle()
        let state = StateChange(health: .ok, device: nil)
        let pong = Part.control(["type": "reply", "id": 2, "ok": true])
        #expect(try parts(client.readBytes().bytes) == [pong])
        stage.publisher.announce(state)
        try stage.tick()
        #expect(try parts(client.readBytes().bytes) == [.control(state.json)])
        try stage.tick()
        #expect(try parts(client.readBytes().bytes) == [.frame(sequence: UInt32(stage.sequence))])
    }

    @Test func `back to lines, and the answer is the last binary one`() throws {
        try subscribe(#""format":"binary""#)
        _ = try client.read()
        try subscribe(#""format":"json""#)
        let last = try parts(client.readBytes().bytes)
        guard case .control(let reply)? = last.first, last.count == 1 else {
            Issue.record("\(last)")
            return
        }
        #expect(reply["format"] == "json")
        try stage.tick()
        #expect(try client.read().frames == [1])
    }

    @Test func `a state that waits comes in the format of its day`() throws {
        try stage.tick()
        stage.publisher.announce(StateChange(health: .ok, device: nil))
        #expect(try client.read().frames == [1])
        try subscribe(#""format":"binary""#)
        #expect(try client.read().replies.count == 1)
        try stage.tick()
        #expect(
            try parts(client.readBytes().bytes) == [.control(StateChange(health: .ok, device: nil).json)])
    }

    @Test func `samples that wait come in the format of their day`() throws {
        try subscribe(#""samples":true"#)
        _ = try client.read()
        for number in 0..<5000 { stage.publisher.publish(scan(number)) }
        try subscribe(#""format":"binary""#)
        var text: [UInt8] = []
        while case let more = try client.readBytes().bytes, !more.isEmpty {
            text += more
            try stage.settle()
        }
        let end = try #require(text.firstRange(of: Array("\"format\":\"binary\"".utf8)))
        let feed = try #require(text[end.upperBound...].firstIndex(of: 0x0A))
        let lines = try text[...feed].split(separator: 0x0A).map { try Message(line: $0) }
        let rest = try parts(Array(text[(feed + 1)...]))
        #expect(lines.count > 1 && rest.count > 1)
        #expect(lines.count - 1 + rest.count == 5000 - Int(try stage.count("lost")))
    }

    private func scan(_ number: Int) -> Scan {
        Scan(sensor: .accel, time: Timestamp(microseconds: Int64(number)), value: Vector3(1, 2, 3))
    }

    @Test func `a binary line that is refused is told in binary before the end`() throws {
        try subscribe(#""format":"binary""#)
        _ = try client.read()
        try client.send([UInt8](repeating: 0x78, count: 4096))
        try stage.settle()
        let last = try parts(client.readBytes().bytes)
        guard case .control(let error)? = last.first else {
            Issue.record("\(last)")
            return
        }
        #expect(error["error"]?["code"] == "too-long")
        #expect(try client.isClosed)
    }

    @Test func `shared memory comes with its reply, and no frame is sent`() throws {
        try subscribe(#""format":"memfd","id":7"#)
        let arrived = try client.readBytes()
        #expect(arrived.descriptors == [Descriptor.Identity(memory.descriptor)])
        let reply = try JSON(arrived.bytes.dropLast())
        #expect(reply["id"] == 7 && reply["format"] == "memfd")
        for _ in 0..<100 { try stage.tick() }
        #expect(try client.readBytes().bytes.isEmpty)
        #expect(try stage.count("sent") == 0 && stage.count("skipped") == 0)
        #expect(stage.publisher.fastestRate == 60)
        stage.publisher.announce(StateChange(health: .ok, device: nil))
        #expect(try client.read().states == [.ok])
        try subscribe(#""format":"json""#)
        #expect(try client.read().replies.count == 1)
        try stage.tick()
        #expect(try client.read().frames == [stage.sequence])
    }

    @Test func `whoever asks again gets it again`() throws {
        for _ in 0..<3 {
            try subscribe(#""format":"memfd""#)
            #expect(try client.readBytes().descriptors == [Descriptor.Identity(memory.descriptor)])
        }
    }

    @Test func `without memory to be had all stays as it was`() throws {
        try subscribe(#""format":"memfd","smoothing":"none","rate":30,"samples":true"#)
        #expect(try client.read().errors == [.unsupported])
        #expect(stage.clients[0]["rate"] == 60 && stage.clients[0]["samples"] == false)
        try stage.tick()
        #expect(try client.read().frames == [1])
    }

    @Test func `shared memory has no neutral of one client's own`() throws {
        try subscribe(#""format":"memfd""#)
        _ = try client.readBytes()
        try client.send("{\"cmd\":\"recenter\",\"scope\":\"client\"}\n{\"cmd\":\"recenter\"}\n")
        try stage.settle()
        #expect(try client.read().errors == [.unsupported])
        #expect(stage.questions.map(\.request.command) == [.recenter(everybody: true)])
    }

    @Test func `memory is kept by those who look at it alone`() throws {
        final class Shelf { weak var memory: SharedMemory? }
        let shelf = Shelf()
        let stage = try Stage(memory: { _ in
            do {
                let memory = try shelf.memory ?? SharedMemory(name: "test", size: SharedFrame.size)
                shelf.memory = memory
                return memory
            } catch {
                return nil
            }
        })
        do {
            let one = try stage.connect(), two = try stage.connect()
            for client in [one, two] { try client.send("{\"cmd\":\"subscribe\",\"format\":\"memfd\"}\n") }
            try stage.settle()
            #expect(shelf.memory != nil)
            try two.send("{\"cmd\":\"subscribe\",\"format\":\"json\"}\n")
            try stage.settle()
            #expect(shelf.memory != nil)
        }
        try stage.settle()
        #expect(shelf.memory == nil)
    }

    @Test func `pause stops the frames, not the answers, and resume brings them back`() throws {
        try client.send("{\"cmd\":\"pause\",\"id\":1}\n")
        try stage.settle()
        #expect(try client.read().replies.map(\.id) == [1])
        for _ in 0..<10 { try stage.tick() }
        stage.publisher.announce(StateChange(health: .ok, device: nil))
        let lines = try client.read()
        #expect(lines.frames.isEmpty && lines.states == [.ok])
        #expect(stage.publisher.fastestRate == nil)
        #expect(stage.clients[0]["paused"] == true)
        try client.send("{\"cmd\":\"resume\"}\n")
        try stage.settle()
        #expect(try client.read().replies.count == 1)
        try stage.tick()
        #expect(try client.read().frames == [11])
    }

    @Test func `a dead band sends nothing at rest`() throws {
        try subscribe(#""deadband":0.1"#)
        #expect(try client.read().replies.map { $0.json["deadband"] } == [.double(0.1)])
        var frames: [Int64] = []
        for x in [0.5, 0.5, 0.55, 0.45, 0.59, 0.61, 0.61, 0.52, 0.5, 0.49] {
            try stage.tick(x: x)
            frames += try client.read().frames
        }
        #expect(frames == [1, 6, 9])
        try subscribe(#""deadband":0"#)
        _ = try client.read()
        for _ in 0..<3 {
            try stage.tick()
            #expect(try client.read().frames == [stage.sequence])
        }
    }

    @Test func `a frame that was skipped does not count for the dead band`() throws {
        try subscribe(#""deadband":0.1"#)
        _ = try client.read()
        try stage.tick(x: 0)
        try stage.tick(x: 0.5)
        #expect(try client.read().frames == [1])
        try stage.tick(x: 0.5)
        #expect(try client.read().frames == [3])
    }

    @Test func `fields come in the order asked for, and can be none`() throws {
        try subscribe(#""fields":["y","x"]"#)
        #expect(try client.read().replies.map { $0.json["fields"] } == [["y", "x"]])
        try stage.tick()
        #expect(
            try String(decoding: client.readBytes().bytes, as: UTF8.self)
                == #"{"type":"tilt","seq":1,"t":1000,"y":-0.5000,"x":0.5000}"# + "\n")
        try subscribe(#""fields":[]"#)
        _ = try client.read()
        try stage.tick()
        #expect(
            try String(decoding: client.readBytes().bytes, as: UTF8.self)
                == #"{"type":"tilt","seq":2,"t":2000}"# + "\n")
    }
}

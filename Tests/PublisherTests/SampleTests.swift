import LinuxIO
import MotionCore
import MotionWire
import Testing

@testable import Publisher

@Suite struct SampleTests {
    private let stage: Stage
    private let client: Client

    init() throws {
        stage = try Stage()
        client = try stage.connect()
        try client.send("{\"cmd\":\"subscribe\",\"samples\":true}\n")
        try stage.settle()
        #expect(try client.read().count == 2)
    }

    private func scan(_ number: Int) -> Scan {
        Scan(
            sensor: number % 2 == 0 ? .accel : .gyro, time: Timestamp(microseconds: Int64(number)),
            value: Vector3(1, -2, 0.5))
    }

    /// What a message says of samples: one that came, or how many did not.
    private enum Told: Equatable {
        case sample(Scan)
        case gap(Int64)
    }

    private func told(_ messages: [Message]) -> [Told] {
        messages.compactMap {
            switch $0 {
            case .sample(let scan): .sample(scan)
            case .gap(let lost): .gap(lost)
            default: nil
            }
        }
    }

    @Test func `every sample comes to those who asked`() throws {
        let other = try stage.connect()
        _ = try other.read()
        for number in 0..<100 {
            stage.publisher.publish(scan(number))
            if number % 7 == 0 { try stage.tick() }
        }
        #expect(told(try client.read()) == (0..<100).map { .sample(scan($0)) })
        #expect(told(try other.read()).isEmpty)
    }

    @Test func `what finds no room is counted where it is missing`() throws {
        let count = 10_000
        for number in 0..<count { stage.publisher.publish(scan(number)) }
        var arrived = told(try client.read())
        repeat {
            try stage.settle()
            let more = told(try client.read())
            if more.isEmpty { break }
            arrived += more
        } while true
        #expect(arrived == (0..<arrived.count).map { .sample(scan($0)) })
        #expect(arrived.count < count)

        let lost = Int64(count - arrived.count)
        #expect(try stage.count("lost") == lost)
        stage.publisher.publish(scan(count))
        #expect(told(try client.read()) == [.gap(lost), .sample(scan(count))])
        stage.publisher.publish(scan(count + 1))
        #expect(told(try client.read()) == [.sample(scan(count + 1))])
    }

    @Test(arguments: [Int64.min, .max, 9_300_000_000_000_000])
    func `a client refuses a time that it cannot count with`(time: Int64) {
        let sample = "{\"type\":\"sample\",\"sensor\":\"gyro\",\"t\":\(time),\"v\":[1,2,3]}"
        let frame = "{\"type\":\"tilt\",\"seq\":1,\"t\":\(time),\"x\":0,\"y\":0,\"pitch\":0,\"roll\":0}"
        for line in [sample, frame] {
            #expect(throws: JSONError.self) { try Message(line: line.utf8) }
        }
    }

    @Test func `replies overtake samples that wait`() throws {
        for number in 0..<5000 { stage.publisher.publish(scan(number)) }
        try client.send("{\"cmd\":\"ping\",\"id\":1}\n")
        try stage.settle()
        var lines: [Message] = []
        while case let more = try client.read(), !more.isEmpty {
            lines += more
            try stage.settle()
        }
        let place = try #require(lines.firstIndex { if case .reply = $0 { true } else { false } })
        #expect(place < lines.count - 1)
        #expect(told(lines).count == lines.count - 1)
    }
}

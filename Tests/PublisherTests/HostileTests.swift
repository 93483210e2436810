import Foundation
import LinuxIO
import MotionWire
import TestSupport
import Testing

@testable import Publisher

/// A client that means no good. Whenever it is closed it comes again.
private final class Hostile {
    enum Kind: Int, CaseIterable {
        case neverReads, halfALine, endlessLine, comesAndGoes, garbage, halfCloses
    }

    private let kind: Kind
    private let stage: Stage
    private var client: Client
    private var bytes: [UInt8] = []
    private var random: UInt64

    init(_ number: Int, on stage: Stage) throws {
        kind = Kind.allCases[number % Kind.allCases.count]
        random = UInt64(number) &* 0x9E37_79B9_7F4A_7C15 | 1
        self.stage = stage
        client = try stage.knock()
    }

    /// What it does in one tick. Returns whether it had to come again.
    func act() throws -> Bool {
        let isAlive: Bool
        switch kind {
        case .neverReads: isAlive = client.offer(Array("{\"cmd\":\"status\"}\n".utf8))
        case .halfALine: isAlive = client.offer(Array("{".utf8))
        case .endlessLine: isAlive = client.offer([UInt8](repeating: 0x78, count: 1 << 16))
        case .comesAndGoes: isAlive = false
        case .garbage: isAlive = client.offer((0..<200).map { _ in noise() })
        case .halfCloses:
            isAlive = client.offer(Array("{\"cmd\":\"ping\"}\n{".utf8))
            client.endSending()
        }
        if !isAlive { client = try stage.knock() }
        return !isAlive
    }

    private func noise() -> UInt8 {
        random ^= random << 13
        random ^= random >> 7
        random ^= random << 17
        return UInt8(truncatingIfNeeded: random)
    }
}

@Suite struct HostileTests {
    @Test func `two hundred of every bad kind cost twenty good clients no frame`() async {
        await #expect(processExitsWith: .success) {
            raiseDescriptorLimit()
            let stage = try Stage()
            let good = try (0..<20).map { _ in try stage.connect() }
            for client in good { #expect(try client.read().hasHello) }
            let before = try openDescriptors()
            var returns = 0
            do {
                let bad = try (0..<200).map { try Hostile($0, on: stage) }
                for _ in 0..<300 {
                    for client in bad { returns += try client.act() ? 1 : 0 }
                    try stage.settle()
                    try stage.tick()
                    for client in good { #expect(try client.read().frames == [stage.sequence]) }
                }
            }
            try stage.settle()
            #expect(returns > 10_000)
            #expect(stage.publisher.clientCount == 20)
            #expect(stage.clients.allSatisfy { $0["skipped"] == 0 && $0["sent"] == 300 })
            #expect(try openDescriptors() == before)
        }
    }
}

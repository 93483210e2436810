import Foundation
import LinuxIO
import MotionWire
import TestSupport
import Testing

@testable import Publisher

@Suite struct AdmissionTests {
    @Test func `who may not connect is told so and closed`() throws {
        let stage = try Stage(admits: { $0.pid != getpid() })
        let client = try stage.connect()
        let lines = try client.read()
        #expect(lines.errors == [.denied])
        #expect(lines.count == 1)
        #expect(try client.isClosed)
        #expect(!stage.publisher.hasClients)
    }

    @Test func `the right is asked of the process at the other end`() throws {
        let expected = (getpid(), geteuid())
        let stage = try Stage(admits: { ($0.pid, $0.uid) == expected })
        #expect(try stage.connect().read().hasHello)
        let client = try #require(stage.clients.first)
        #expect(client["pid"] == .int(Int64(getpid())))
        #expect(client["program"] == .string(programName(getpid())))
    }

    @Test func `two hundred at once, and no descriptor is left`() async {
        await #expect(processExitsWith: .success) {
            raiseDescriptorLimit()
            let stage = try Stage()
            let before = try openDescriptors()
            do {
                let clients = try (0..<200).map { _ in try stage.knock() }
                try stage.settle()
                for client in clients { #expect(try client.read().hasHello) }
                for _ in 0..<20 {
                    try stage.tick()
                    for client in clients { #expect(try client.read().frames == [stage.sequence]) }
                }
                #expect(stage.clients.count == 200)
            }
            try stage.settle()
            #expect(!stage.publisher.hasClients)
            #expect(try openDescriptors() == before)
        }
    }

    @Test func `those past the limit are told so, the others go on`() async {
        await #expect(processExitsWith: .success) {
            raiseDescriptorLimit()
            let stage = try Stage()
            let clients = try (0..<Publisher.clientLimit).map { _ in try stage.knock() }
            try stage.settle()
            let late = try stage.connect()
            #expect(try late.read().errors == [.tooMany])
            #expect(try late.isClosed)
            _ = try clients.map { try $0.read() }
            try stage.tick()
            #expect(try clients.allSatisfy { try $0.read().frames == [1] })
            #expect(stage.publisher.clientCount == Publisher.clientLimit)
            // The longest line that a client must take.
            #expect(stage.publisher.clients(at: stage.now).line.count < 60_000)
        }
    }

    @Test func `clients that come and go leave nothing behind`() async {
        await #expect(processExitsWith: .success) {
            let stage = try Stage()
            let staying = try stage.connect()
            _ = try staying.read()
            let before = try openDescriptors()
            for round in 0..<500 {
                let client = round % 2 == 0 ? try stage.knock() : try stage.connect()
                try client.send(round % 3 == 0 ? "{\"cmd\":\"status\"}\n{" : "\0\n")
                if round % 5 == 0 { try stage.tick() }
            }
            try stage.settle()
            #expect(try openDescriptors() == before)
            _ = try staying.read()
            try stage.tick()
            #expect(try staying.read().frames == [stage.sequence])
        }
    }
}

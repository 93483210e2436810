import Foundation
import LinuxIO
import MotionCore
import MotionWire
import TestSupport
import Testing

@testable import Publisher

@Suite struct LimitTests {
    private let stage: Stage
    private let client: Client

    init() throws {
        stage = try Stage()
        client = try stage.connect()
        #expect(try client.read().hasHello)
    }

    private func send(_ text: String) throws {
        try client.send(text)
        try stage.settle()
    }

    /// The counters that are not zero.
    private func counted(_ counters: JSON) -> [String: Int64] {
        guard case .object(let members) = counters else { return [:] }
        return Dictionary(uniqueKeysWithValues: members.map { ($0.key, $0.value.int ?? -1) }).filter {
            $0.value != 0
        }
    }

    private func expectCount(_ code: RequestError.Code, _ limit: Limit?) {
        #expect(counted(stage.publisher.errors) == [code.rawValue: 1])
        #expect(counted(stage.publisher.limits) == (limit.map { [$0.rawValue: 1] } ?? [:]))
    }

    @Test func `every counter is there from the start`() {
        for counters in [stage.publisher.errors, stage.publisher.limits] {
            #expect(counted(counters).isEmpty)
        }
        #expect(stage.publisher.errors["bad-json"] == 0)
        #expect(Limit.allCases.allSatisfy { stage.publisher.limits[$0.rawValue] == 0 })
    }

    @Test(arguments: [
        ("{", RequestError.Code.badJSON), ("{}", .badRequest), (#"{"cmd":"x"}"#, .unknownCommand),
    ])
    func `what is answered and goes on is counted`(line: String, code: RequestError.Code) throws {
        try send(line + "\n")
        expectCount(code, nil)
        #expect(stage.publisher.hasClients)
    }

    @Test func `lines too long are counted`() throws {
        try send(String(repeating: "x", count: 4096))
        expectCount(.tooLong, .lineLength)
    }

    @Test func `requests past a hundred a second are counted`() throws {
        try send(String(repeating: "{\"cmd\":\"ping\"}\n", count: 101))
        expectCount(.tooMany, .requestRate)
    }

    /// Asks for a long reply and does not read it.
    private func ask() throws {
        stage.answer = { _ in
            ["type": "reply", "ok": true, "text": .string(String(repeating: "x", count: 60_000))]
        }
        try send("{\"cmd\":\"status\"}\n")
    }

    /// Asks until a reply waits.
    private func pileUp() throws { while stage.publisher.hasClients, !isWaiting { try ask() } }

    private var isWaiting: Bool {
        stage.publisher.connections[Stage.firstClient]?.wantedInterest.contains(.writable) ?? false
    }

    @Test func `replies past 16 KiB are counted`() throws {
        try pileUp()
        for _ in 0..<2 { try ask() }
        expectCount(.tooMany, .unsentReplies)
        #expect(!stage.publisher.hasClients)
    }

    @Test func `thirty seconds without room end a client, not one less`() throws {
        try pileUp()
        #expect(isWaiting)
        try stage.emptyTick()
        stage.now += Connection.patience - 1
        try stage.emptyTick()
        #expect(stage.publisher.hasClients)
        stage.now += 1
        try stage.emptyTick()
        #expect(!stage.publisher.hasClients)
        expectCount(.tooMany, .patience)
    }

    @Test func `a client that takes something now and then is waited for`() throws {
        try pileUp()
        for _ in 0..<5 {
            try stage.emptyTick()
            stage.now += Connection.patience - 1
            _ = try client.readBytes()
            try stage.settle()
            try pileUp()
        }
        try stage.emptyTick()
        #expect(stage.publisher.hasClients)
        #expect(counted(stage.publisher.limits).isEmpty)
    }

    @Test func `a client stopped for a minute gets one old frame, then fresh ones`() throws {
        for _ in 0..<3600 { try stage.tick() }
        #expect(stage.publisher.hasClients)
        #expect(try client.read().frames == [1])
        for _ in 0..<3 {
            try stage.tick()
            #expect(try client.read().frames == [stage.sequence])
        }
    }

    @Test func `who may no longer look is told so when the seat changes`() throws {
        final class Seat { var isTaken = true }
        let seat = Seat()
        let stage = try Stage(admits: { _ in seat.isTaken })
        let client = try stage.connect()
        #expect(try client.read().hasHello)
        stage.publisher.checkAgain()
        #expect(try client.read().isEmpty)
        seat.isTaken = false
        stage.publisher.checkAgain()
        #expect(try client.read().errors == [.denied])
        #expect(try client.isClosed)
        #expect(counted(stage.publisher.errors) == ["denied": 1])
    }

    @Test(.enabled(if: geteuid() == 0, "needs another user"))
    func `a user other than root has room for 64`() throws {
        let stage = try Stage()
        let script = """
            import socket, sys
            clients = [socket.socket(socket.AF_UNIX) for _ in range(66)]
            for client in clients: client.connect(sys.argv[1])
            sys.stdout.write("connected\\n")
            sys.stdout.flush()
            lines = [client.makefile().readline() for client in clients]
            hellos, refusals = (sum(word in line for line in lines) for word in ["hello", "too-many"])
            sys.stdout.write(f"{hellos} {refusals}\\n")
            sys.stdout.flush()
            sys.stdin.read()
            """
        let stranger = Process(), output = Pipe(), input = Pipe()
        stranger.executableURL = URL(filePath: "/usr/bin/setpriv")
        stranger.arguments = [
            "--reuid", "65534", "--regid", "65534", "--clear-groups", "/usr/bin/python3", "-c", script,
            stage.path,
        ]
        stranger.standardOutput = output
        stranger.standardInput = input
        try stranger.run()
        #expect(String(decoding: output.fileHandleForReading.availableData, as: UTF8.self) == "connected\n")
        try stage.settle()
        #expect(stage.publisher.clientCount == Publisher.userLimit)
        // There is room for others.
        #expect(try stage.connect().read().hasHello)
        #expect(counted(stage.publisher.limits) == ["user_clients": 2])
        try input.fileHandleForWriting.close()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        #expect(text == "64 2\n")
        stranger.waitUntilExit()
        try stage.settle()
    }

    @Test func `descriptors that a client sends are not kept`() async {
        await #expect(processExitsWith: .success) {
            let stage = try Stage()
            let client = try stage.connect()
            _ = try client.read()
            let before = try openDescriptors()
            for number in 0..<50 {
                try client.send("{\"cmd\":\"ping\",\"id\":\(number)}\n", with: STDIN_FILENO)
                try stage.settle()
                #expect(try client.read().replies.map(\.id) == [.int(Int64(number))])
            }
            #expect(try openDescriptors() == before)
        }
    }
}

import Foundation
import LinuxIO
import MotionWire
import TestSupport
import Testing

/// A request as PROTOCOL.md shows it, with the line that it shows after it.
private struct Example: Sendable, CustomStringConvertible {
    let request: String
    let reply: JSON
    var description: String { request }

    static let document: String = {
        let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "PROTOCOL.md").path
        do { return try String(contentsOfFile: path, encoding: .utf8) } catch { return "" }
    }()

    /// The lines of JSON in fenced blocks.
    static let lines: [String] = {
        let blocks = document.components(separatedBy: "\n```").enumerated().filter { $0.offset % 2 == 1 }
        return blocks.flatMap { $0.element.components(separatedBy: "\n") }.filter { $0.hasPrefix("{") }
    }()

    static let all: [Example] = zip(lines, lines.dropFirst()).compactMap { request, reply in
        guard request.hasPrefix("{\"cmd\"") else { return nil }
        do { return Example(request: request, reply: try JSON(Array(reply.utf8))) } catch { return nil }
    }

    static func line(_ type: String) throws -> JSON {
        try JSON(Array(try #require(lines.first { $0.hasPrefix("{\"type\":\"\(type)\"") }).utf8))
    }
}

/// The keys of a line and of the objects in it; what is in arrays is not told apart.
private func keys(_ json: JSON, _ path: String = "") -> Set<String> {
    switch json {
    case .object(let members):
        return members.reduce(into: []) { keys, member in
            keys.insert(path + member.key)
            keys.formUnion(parallaxdTests.keys(member.value, path + member.key + "."))
        }
    case .array(let values): return values.reduce(into: []) { $0.formUnion(keys($1, path)) }
    default: return []
    }
}

/// The examples of PROTOCOL.md, sent to a daemon.
@Suite(.timeLimit(.minutes(10))) struct ProtocolTests {
    private let folder: Folder
    private let socket: String

    init() throws {
        folder = try Folder()
        socket = folder.path + "/s"
    }

    private func withClient(_ body: (DaemonClient) throws -> Void) throws {
        let daemon = try DaemonProcess(["--socket", socket, "--device", "sim"])
        try daemon.listen()
        let client = try DaemonClient(socket)
        try body(client)
        kill(client.daemon.pid, SIGTERM)
        #expect(try daemon.end().status == 0)
    }

    @Test func `there is an example of every request`() throws {
        let commands = try Example.all.map { try #require(JSON(Array($0.request.utf8))["cmd"]?.string) }
        let known = ["subscribe", "pause", "resume", "recenter", "status", "devices", "ping"]
        #expect(Set(known).subtracting(commands).isEmpty)
        #expect(Example.all.count >= 10)
    }

    /// What depends on the machine: a device's keys are told of `hello`, the list may be empty.
    private func comparable(_ json: JSON) -> Set<String> {
        keys(json).filter { key in
            !["device.", "devices.", "filter."].contains { key.hasPrefix($0) }
        }
    }

    @Test func `every example is answered as it says`() throws {
        try withClient { client in
            _ = try client.frame()
            for example in Example.all {
                try client.send(line: example.request)
                let reply = try client.first { if case .reply(let reply) = $0 { reply.json } else { nil } }
                #expect(comparable(reply) == comparable(example.reply), "\(example)")
                for key in [
                    "id", "ok", "rate", "fields", "frame", "angle", "smoothing", "deadband", "format",
                ] {
                    let known = example.request.contains("\"\(key)\"") || key == "ok"
                    if known { #expect(reply[key] == example.reply[key], "\(key) of \(example)") }
                }
                #expect(reply["error"]?["code"] == example.reply["error"]?["code"])
            }
        }
    }

    @Test func `what comes unasked has the keys that the document shows`() throws {
        try withClient { client in
            let hello = try #require(try client.nextJSON())
            #expect(keys(hello) == keys(try Example.line("hello")))
            var types: [String: JSON] = [:]
            try client.send(line: #"{"cmd":"subscribe","samples":true}"#)
            while types.count < 3 {
                let line = try #require(try client.nextJSON())
                types[try #require(line["type"]?.string)] = line
            }
            #expect(keys(try #require(types["tilt"])) == keys(try Example.line("tilt")))
            #expect(keys(try #require(types["sample"])) == keys(try Example.line("sample")))
        }
    }

    @Test func `the document names every field, code and limit`() {
        for field in View.Field.allCases { #expect(Example.document.contains("`\(field.rawValue)`")) }
        for code in RequestError.Code.allCases {
            #expect(Example.document.contains("| `\(code.rawValue)` |"), "\(code)")
        }
    }
}

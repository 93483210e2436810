import Foundation
import LinuxIO

/// Says to the first client what it is told to, then goes away.
final class FakeDaemon: Sendable {
    static let hello =
        #"{"type":"hello","protocol":1,"server":"fake","rate":60,"max_rate":240,"device":{"id":"iio:device0","#
        + #""name":"bmi160","sensors":["accel","gyro"],"mode":"buffer","accel_matrix":[0,1,0,-1,0,0,0,0,1]},"#
        + #""state":"ok"}"# + "\n"

    let path: String
    private let socket: UnixSocket

    /// `words`: sent at once. `rest`: goes on from there, on a thread of its own.
    init(
        _ words: String, at path: String = temporaryPath("fake"),
        then rest: @escaping @Sendable (borrowing Client) throws -> Void = { _ in }
    ) throws {
        self.path = path
        socket = try UnixSocket.listen(at: path)
        Thread.detachNewThread { [self] in
            do {
                _ = try socket.waitUntilReadable(timeout: -1)
                guard let connection = try socket.accept() else { return }
                let client = Client(connection: connection)
                try client.send(words)
                try rest(client)
            } catch {
                // The client went away first, which its own test judges.
            }
        }
    }

    deinit { unlink(path) }

    struct Client: ~Copyable {
        fileprivate let connection: UnixSocket

        func send(_ words: String) throws { try connection.sendAll(Array(words.utf8)) }

        /// The next request, as it came; empty where the client went away.
        func request() throws -> String {
            var bytes: [UInt8] = []
            while bytes.last != UInt8(ascii: "\n") {
                _ = try connection.waitUntilReadable(timeout: -1)
                if try connection.receive(into: &bytes) == 0 { return "" }
            }
            return String(decoding: bytes.dropLast(), as: UTF8.self)
        }

        func waitForEnd() throws { while try !request().isEmpty {} }
    }

    static func tilt(_ sequence: Int) -> String {
        #"{"type":"tilt","seq":\#(sequence),"t":\#(1_000_000 + sequence * 20_000),"x":0.5,"y":-0.25,"#
            + #""pitch":0.1000,"roll":-0.2000}"# + "\n"
    }

    static func sample(_ sensor: String, _ microseconds: Int) -> String {
        #"{"type":"sample","sensor":"\#(sensor)","t":\#(microseconds),"v":[0.5,-0.25,9.75]}"# + "\n"
    }
}

/// A path where nothing is yet.
func temporaryPath(_ name: String) -> String {
    FileManager.default.temporaryDirectory.path + "/\(name)-\(UUID())"
}

/// The program itself, as a process.
struct Program {
    struct Result {
        let status: Int32
        let output: String
        let error: String
    }

    let process = Process()
    private let output = Pipe()
    private let error = Pipe()

    static var url: URL {
        URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "parallaxctl")
    }

    /// `prefix`: what runs the program, if it is not to run by itself.
    init(
        _ arguments: [String], input: String = "", behind prefix: [String] = [],
        environment: [String: String] = [:]
    ) throws {
        let command = prefix + [Program.url.path] + arguments
        process.executableURL = URL(filePath: command[0])
        process.arguments = Array(command.dropFirst())
        process.environment = environment
        process.standardOutput = output
        process.standardError = error
        let source = Pipe()
        process.standardInput = source
        try process.run()
        try source.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try source.fileHandleForWriting.close()
    }

    /// Reads standard output until it holds `words`.
    func read(until words: String) throws -> String {
        var text = ""
        while !text.contains(words) {
            let arrived = output.fileHandleForReading.availableData
            if arrived.isEmpty { throw CocoaError(.fileReadUnknown) }
            text += String(decoding: arrived, as: UTF8.self)
        }
        return text
    }

    func closeOutput() throws { try output.fileHandleForReading.close() }

    func result() throws -> Result {
        let said = try output.fileHandleForReading.readToEnd() ?? Data()
        let complaint = try error.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        // What a signal ended counts as a shell counts it.
        let status = process.terminationStatus + (process.terminationReason == .exit ? 0 : 128)
        return Result(
            status: status, output: String(decoding: said, as: UTF8.self),
            error: String(decoding: complaint, as: UTF8.self))
    }

    /// Only the exit status and standard error, where nobody reads the output.
    func endUnread() throws -> (status: Int32, text: String) {
        let complaint = try error.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        let status = process.terminationStatus + (process.terminationReason == .exit ? 0 : 128)
        return (status, String(decoding: complaint, as: UTF8.self))
    }

    static func run(_ arguments: String..., daemon: FakeDaemon? = nil, input: String = "") throws -> Result {
        let socket = daemon.map { ["PARALLAXD_SOCKET": $0.path] } ?? [:]
        return try Program(arguments, input: input, environment: socket).result()
    }
}

import Foundation
import LinuxIO

/// Listens as the daemon does; the test says what comes from it.
final class FakeDaemon {
    private let socket: UnixSocket
    let path: String

    init(at path: String) throws {
        self.path = path
        socket = try UnixSocket.listen(at: path)
    }

    deinit { unlink(path) }

    /// The client that waits; nil when none does.
    func client() throws -> Client? {
        guard let connection = try socket.accept() else { return nil }
        return Client(socket: connection)
    }

    final class Client {
        private let socket: UnixSocket

        fileprivate init(socket: consuming UnixSocket) { self.socket = socket }

        func say(_ line: String) throws { try socket.sendAll(Array((line + "\n").utf8)) }

        func gravity(_ x: Double, _ y: Double, _ z: Double) throws {
            try say(#"{"type":"tilt","seq":1,"t":1000,"gravity":[\#(x),\#(y),\#(z)]}"#)
        }

        /// What it asked for so far.
        func requests() throws -> String {
            var bytes: [UInt8] = []
            while let count = try socket.receive(into: &bytes), count > 0 {}
            return String(decoding: bytes, as: UTF8.self)
        }

        /// Whether it is gone.
        var isGone: Bool {
            get throws {
                var bytes: [UInt8] = []
                while let count = try socket.receive(into: &bytes) { if count == 0 { return true } }
                return false
            }
        }
    }
}

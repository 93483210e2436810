import Foundation
import LinuxIO
import TestSupport
import Testing

/// Who listens where a daemon is expected, in the test's own process.
struct FakeServer: ~Copyable {
    static let hello = hello()

    let path: String
    private let folder: Folder
    private let socket: UnixSocket

    init() throws {
        let folder = try Folder()
        let socket = try UnixSocket.listen(at: folder.path + "/s")
        self.folder = folder
        self.socket = socket
        path = folder.path + "/s"
    }

    static func hello(version: Int = 1) -> String {
        #"{"type":"hello","protocol":\#(version),"server":"fake 2","rate":60,"max_rate":240,"#
            + #""device":{"id":"iio:device0","name":"bmi160","sensors":["accel","gyro"],"mode":"buffer"},"#
            + #""state":"ok"}"#
    }

    static let reply = #"{"type":"reply","id":1,"ok":true}"#

    static func frame(_ sequence: Int, _ more: String = "") -> String {
        #"{"type":"tilt","seq":\#(sequence),"t":\#(sequence * 20_000),"x":0.5,"y":-0.25,"pitch":0.3,"#
            + #""roll":-0.4\#(more)}"#
    }

    static let detail =
        #","q":[1,0,0,0],"accel":[0.5,0,0],"gyro":[0,0,1],"vx":1,"vy":-1"#

    /// Who came and waits; nil where nobody did.
    func accept() throws -> Client? {
        guard let socket = try socket.accept() else { return nil }
        return Client(socket: socket)
    }

    /// Who comes, waited for.
    func client() throws -> Client {
        try #require(try socket.waitUntilReadable(timeout: 20_000))
        guard let client = try accept() else { throw Nobody() }
        return client
    }

    struct Nobody: Error {}

    struct Client: ~Copyable {
        fileprivate let socket: UnixSocket

        func say(_ lines: String...) throws {
            for line in lines { try socket.sendAll(Array((line + "\n").utf8)) }
        }

        /// What came, as lines; empty where nothing did.
        func heard() throws -> [String] {
            var bytes: [UInt8] = []
            while try socket.waitUntilReadable(timeout: 0), let count = try socket.receive(into: &bytes) {
                if count == 0 { break }
            }
            return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        }

        /// Whether the other side is gone.
        func isLeft() throws -> Bool {
            var bytes: [UInt8] = []
            while try socket.waitUntilReadable(timeout: 0) {
                if try socket.receive(into: &bytes) == 0 { return true }
            }
            return false
        }
    }
}

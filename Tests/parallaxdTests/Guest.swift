import Foundation
import Testing

/// A client of another user.
final class Guest {
    static let user = "65534"

    private let process = Process()
    private let output = Pipe()

    init(_ socket: String) throws {
        let script = """
            import os, socket, sys
            client = socket.socket(socket.AF_UNIX)
            client.connect(sys.argv[1])
            while arrived := client.recv(65536): os.write(1, arrived)
            """
        process.executableURL = URL(filePath: "/usr/bin/setpriv")
        process.arguments = [
            "--reuid", Guest.user, "--regid", Guest.user, "--clear-groups", "/usr/bin/python3", "-c", script,
            socket,
        ]
        process.standardOutput = output
        try process.run()
    }

    /// Reads until there is a frame. Returns all that came.
    func firstFrame() throws -> String {
        var text = ""
        while !text.contains("\"tilt\"") {
            let arrived = output.fileHandleForReading.availableData
            try #require(!arrived.isEmpty, "\(text)")
            text += String(decoding: arrived, as: UTF8.self)
        }
        return text
    }

    /// Reads until the daemon closes. Returns the lines that came.
    func rest() throws -> [Substring] {
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        return text.split(separator: "\n")
    }
}

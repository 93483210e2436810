import Foundation
import LinuxIO
import MotionWire
import TestSupport
import Testing

/// A daemon that systemd starts for the first client; the test listens in its place.
@Suite(.timeLimit(.minutes(10))) struct ActivationTests {
    private let folder: Folder
    private let path: String

    init() throws {
        folder = try Folder()
        path = folder.path + "/s"
    }

    @Test func `serves at the socket that it is passed, and leaves it`() throws {
        let socket = try UnixSocket.listen(at: path)
        let client = try DaemonClient(path)
        let daemon = try DaemonProcess(
            ["--device", "sim", "--socket", folder.path + "/other"], socket: socket.descriptor)
        try daemon.listen()
        #expect(daemon.complaints.contains("listens at \(path)"))
        #expect(daemon.complaints.contains("systemd listens at \(path), so the socket \(folder.path)/other"))
        #expect(try client.hello().health == .ok)
        _ = try client.frame()
        kill(daemon.pid, SIGTERM)
        #expect(try daemon.end().status == 0)
        #expect(!fileExists(folder.path + "/other"))
        _ = try DaemonClient(path)
        #expect(try socket.accept() != nil)
    }

    @Test(arguments: [
        (["--config", "FOLDER/conf"], 78, "FOLDER/conf:2: unknown key speed; there are device, gyro"),
        (["--speed"], 64, "unknown option --speed"),
        (["--config", "FOLDER/none"], 66, "FOLDER/none: No such"),
        (["--device", "replay:FOLDER/conf"], 65, "FOLDER/conf:1: "),
    ])
    func `clients that wait are told why it does not start`(
        options: [String], status: Int32, reason: String
    ) throws {
        _ = try folder.write("device = sim\nspeed = 7\n", to: "conf")
        let socket = try UnixSocket.listen(at: path)
        let clients = try (0..<3).map { _ in try DaemonClient(path) }
        // One that does not wait for an answer costs the others nothing.
        do { _ = try DaemonClient(path) }
        let daemon = try DaemonProcess(
            options.map { $0.replacing("FOLDER", with: folder.path) }, socket: socket.descriptor)
        #expect(try daemon.end().status == status)
        let reason = reason.replacing("FOLDER", with: folder.path)
        #expect(daemon.complaints.hasPrefix("<3>\(reason)"))
        for client in clients {
            let line = try #require(try client.nextJSON())
            #expect(line["type"] == "reply" && line["ok"] == false && line["id"] == nil)
            #expect(line["error"]?["code"] == "unavailable")
            let message = try #require(line["error"]?["message"]?.string)
            #expect(message.hasPrefix("parallaxd does not start: \(reason)") && !message.contains("\n"))
            #expect(try client.nextJSON() == nil)
        }
        // Nobody is left for whom systemd would start it again.
        #expect(try socket.accept() == nil)
        #expect(fileExists(path))
    }

    @Test func `what is no listening Unix socket is refused`() throws {
        let socket = try UnixSocket.listen(at: path)
        let client = try UnixSocket.connect(to: path)
        let daemon = try DaemonProcess(["--device", "sim"], socket: client.descriptor)
        #expect(try daemon.end().status == 64)
        #expect(daemon.complaints.contains("no listening Unix socket"))
        _ = consume socket
    }
}

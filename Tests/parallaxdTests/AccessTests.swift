import Foundation
import LinuxIO
import MotionWire
import TestSupport
import Testing

/// Who may connect, with real users and a seat that only the daemon sees.
@Suite(.timeLimit(.minutes(10)), .enabled(if: geteuid() == 0, "needs other users and a place for seats"))
struct AccessTests {
    private let folder: Folder
    private let socket: String

    init() throws {
        folder = try Folder()
        socket = folder.path + "/s"
    }

    /// A daemon for which /run/systemd is `directory` of the folder.
    private func daemon(_ directory: String, _ options: [String] = []) throws -> DaemonProcess {
        let script = """
            mount -t tmpfs tmpfs /run && mkdir /run/systemd &&
                mount --bind '\(folder.path)/\(directory)' /run/systemd && exec "$@"
            """
        let daemon = try DaemonProcess(
            ["--socket", socket, "--device", "sim"] + options,
            behind: ["/usr/bin/unshare", "--mount", "/bin/sh", "-c", script, "sh"])
        try daemon.listen()
        return daemon
    }

    /// Says who is at the seat, as logind does: a new file in the place of the old one.
    private func seat(_ user: String) throws {
        let seats = folder.path + "/run/seats"
        try FileManager.default.createDirectory(atPath: seats, withIntermediateDirectories: true)
        _ = try folder.write("IS_SEAT0=1\nACTIVE=1\nACTIVE_UID=\(user)\nUIDS=\(user)\n", to: "new")
        try #require(rename(folder.path + "/new", seats + "/seat0") == 0)
    }

    private func stop(_ daemon: DaemonProcess) throws {
        kill(try DaemonClient(socket).daemon.pid, SIGTERM)
        #expect(try daemon.end().status == 0)
    }

    @Test func `who is at the seat gets frames until somebody else is`() throws {
        try seat(Guest.user)
        let daemon = try daemon("run")
        let guest = try Guest(socket)
        #expect(try guest.firstFrame().hasPrefix("{\"type\":\"hello\""))
        try seat("4242")
        #expect(try guest.rest().last?.contains("\"denied\"") == true)
        try stop(daemon)
    }

    @Test func `who is not at the seat gets no frame`() throws {
        try seat("4242")
        let daemon = try daemon("run")
        let lines = try Guest(socket).rest()
        #expect(lines.count == 1 && lines[0].contains("\"denied\""))
        let client = try DaemonClient(socket)
        #expect(try client.ask(.status)["errors"]?["denied"] == 1)
        try stop(daemon)
    }

    @Test(arguments: ["--users", "--groups"])
    func `who is named gets frames, at the seat or not`(option: String) throws {
        try seat("4242")
        let daemon = try daemon("run", [option, Guest.user])
        let guest = try Guest(socket)
        _ = try guest.firstFrame()
        try stop(daemon)
        _ = try guest.rest()
    }

    @Test func `seats are watched only while there are clients`() throws {
        try seat("4242")
        let daemon = try daemon("run")
        let pid: Int32
        do {
            let client = try DaemonClient(socket)
            _ = try client.hello()
            _ = try client.ask(.ping)
            pid = client.daemon.pid
            #expect(try watches(of: pid) == 1)
        }
        while try watches(of: pid) > 0 { sched_yield() }
        try stop(daemon)
    }

    private func watches(of process: Int32) throws -> Int {
        let folder = "/proc/\(process)/fd"
        return try FileManager.default.contentsOfDirectory(atPath: folder).count {
            do {
                return try FileManager.default.destinationOfSymbolicLink(atPath: folder + "/" + $0)
                    == "anon_inode:inotify"
            } catch {
                // Closed meanwhile.
                return false
            }
        }
    }

    @Test func `without logind it says who may connect`() throws {
        try FileManager.default.createDirectory(
            atPath: folder.path + "/none", withIntermediateDirectories: false)
        let daemon = try daemon("none")
        let client = try DaemonClient(socket)
        #expect(try client.hello().health == .ok)
        try stop(daemon)
        let lines = daemon.complaints.split(separator: "\n").filter { $0.contains("may connect") }
        #expect(lines.count == 1 && lines[0].contains("only root may connect"))
    }
}

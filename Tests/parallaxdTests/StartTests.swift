import Foundation
import LinuxIO
import MotionCore
import MotionWire
import Sensors
import TestSupport
import Testing

@testable import parallaxd

/// How the daemon starts and why it does not.
@Suite(.timeLimit(.minutes(10))) struct StartTests {
    private let folder: Folder
    private let socket: String

    init() throws {
        folder = try Folder()
        socket = folder.path + "/s"
    }

    /// Runs the daemon to its end, which comes by itself.
    private func refusal(
        _ arguments: [String], behind prefix: [String] = [], _ variables: [String: String] = [:]
    ) throws -> (status: Int32, complaint: String) {
        let daemon = try DaemonProcess(arguments, behind: prefix, variables)
        let status = try daemon.end().status
        return (status, daemon.complaints)
    }

    @Test func `an unknown option is told with the usage`() throws {
        let refusal = try refusal(["--socket", socket, "--nonsense"])
        #expect(refusal.status == 64)
        #expect(refusal.complaint.contains("unknown option --nonsense"))
        #expect(refusal.complaint.contains("Usage: parallaxd"))
        #expect(!fileExists(socket))
    }

    @Test func `a bad configuration is told by file and line, asked for or not`() throws {
        let file = try folder.write("device = sim\nspeed = 7\n", to: "conf")
        for option in [["--socket", socket], ["--check-config"]] {
            let refusal = try refusal(["--config", file] + option)
            #expect(refusal.status == 78)
            #expect(refusal.complaint.contains("\(file):2: unknown key speed"))
        }
        #expect(!fileExists(socket))
        #expect(try refusal(["--config", folder.path + "/none", "--socket", socket]).status == 66)
        let good = try folder.write("device = sim\n", to: "good")
        let (status, output) = try DaemonProcess(["--check-config", "--config", good]).end()
        #expect(status == 0 && output == "\(good): ok\n")
    }

    @Test(arguments: [("--help", "Usage: parallaxd"), ("--version", "parallaxd 0.")])
    func `help and version are answers and no errors`(option: String, start: String) throws {
        let (status, output) = try DaemonProcess([option]).end()
        #expect(status == 0)
        #expect(output.hasPrefix(start))
    }

    @Test func `a recording that is not there is no input`() throws {
        let refusal = try refusal(["--socket", socket, "--device", "replay:\(folder.path)/missing"])
        #expect(refusal.status == 66)
        #expect(refusal.complaint.contains("\(folder.path)/missing: No such file or directory"))
        #expect(!fileExists(socket))
    }

    @Test(arguments: [
        ("\(Recording.heading)\na 1 2 3 4\na 1 2 x 4\n", ":3: "), ("nonsense\n", ":1: "), ("", ":1: "),
        ("\(Recording.heading)\ng 1 2 3 4\n", ": there is no accelerometer"),
    ])
    func `a bad recording is told by file and line`(text: String, place: String) throws {
        let file = try folder.write(text, to: "bad")
        let refusal = try refusal(["--socket", socket, "--device", "replay:" + file])
        #expect(refusal.status == 65)
        #expect(refusal.complaint.contains(file + place))
    }

    @Test func `a device that is not there is told with what is`() throws {
        let refusal = try refusal(
            ["--socket", socket, "--device", "nosuch"],
            behind: DaemonProcess.machine("teclast-f6pro-kiox-dual"))
        #expect(refusal.status == 66)
        #expect(refusal.complaint.contains("there is no sensor \"nosuch\""))
        #expect(refusal.complaint.contains("iio:device0"))
        #expect(refusal.complaint.contains("iio:device1"))
        #expect(!fileExists(socket))
    }

    /// A fixture's machine has no uinput.
    @Test func `without uinput there is no having the accelerometer alone`() throws {
        let refusal = try refusal(
            ["--socket", socket, "--exclusive"], behind: DaemonProcess.machine("ayaneo-air-bmi160-irq"))
        #expect(refusal.status == 77)
        #expect(refusal.complaint.contains("load the kernel's module uinput, or leave out --exclusive"))
        #expect(!fileExists(socket))
    }

    @Test func `an accelerometer that turns the screen is not to be had alone`() throws {
        let machine = DaemonProcess.machine("ayaneo-air-bmi160-irq", ["--proxy", "iio-poll-accel"])
        let refusal = try refusal(["--socket", socket, "--exclusive"], behind: machine)
        #expect(refusal.status == 77)
        #expect(refusal.complaint.contains("iio-sensor-proxy reads i2c-BMI0160:00 (iio:device0) too"))
        #expect(refusal.complaint.contains("systemctl enable --now parallaxd-exclusive"))
        #expect(!fileExists(socket))
    }

    @Test func `an accelerometer that is not shared may be had alone where there is uinput`() {
        var node = SensorNode(id: "iio:device0", name: "chip", path: "/sys/devices/0", sensors: [.accel])
        #expect(obstacleToExclusion(of: node, uinput: "/dev/null") == nil)
        #expect(obstacleToExclusion(of: node, uinput: "/dev/none")?.contains("/dev/none") == true)
        node.proxyUse = .polls
        #expect(obstacleToExclusion(of: node, uinput: "/dev/null")?.contains("chip (iio:device0)") == true)
    }

    @Test func `a path too long is wrong usage`() throws {
        let long = folder.path + "/" + String(repeating: "s", count: 107)
        let refusal = try refusal(["--socket", long, "--device", "sim"])
        #expect(refusal.status == 64)
        #expect(refusal.complaint.contains("107 bytes"))
    }

    @Test func `a file in the way stays as it is`() throws {
        let file = try folder.write("precious", to: "s")
        let refusal = try refusal(["--socket", file, "--device", "sim"])
        #expect(refusal.status == 75)
        #expect(refusal.complaint.contains("no socket"))
        #expect(try readFile(file) == Array("precious".utf8))
    }

    @Test func `without rights to the directory it says so`() throws {
        var prefix: [String] = []
        if geteuid() == 0 {
            prefix = ["/usr/bin/setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]
        } else {
            try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder.path)
        }
        let refusal = try refusal(["--socket", socket, "--device", "sim"], behind: prefix)
        #expect(refusal.status == 77)
        #expect(refusal.complaint.contains("no permission to listen at \(socket)"))
    }

    @Test func `a user without a runtime directory must say where`() throws {
        let prefix =
            geteuid() == 0
            ? ["/usr/bin/setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"] : []
        let variables = ["XDG_RUNTIME_DIR": "", "PARALLAXD_SOCKET": ""]
        let refusal = try refusal(["--device", "sim"], behind: prefix, variables)
        #expect(refusal.status == 64)
        #expect(refusal.complaint.contains("--socket"))
    }

    @Test func `the socket of a living daemon is its own`() throws {
        let daemon = try DaemonProcess(["--socket", socket, "--device", "sim"])
        try daemon.listen()
        let client = try DaemonClient(socket)
        let refusal = try refusal(["--device", "sim"], ["PARALLAXD_SOCKET": socket])
        #expect(refusal.status == 75)
        #expect(refusal.complaint.contains("\(socket) is in use by parallaxd (pid \(client.daemon.pid))"))
        #expect(try client.hello().health == .ok)
        kill(client.daemon.pid, SIGTERM)
        #expect(try daemon.end().status == 0)
    }

    private func refusal(
        _ arguments: [String], _ variables: [String: String]
    ) throws -> (status: Int32, complaint: String) {
        try refusal(arguments, behind: [], variables)
    }

    @Test func `a device that a daemon has is its own`() throws {
        let daemon = try DaemonProcess(
            ["--socket", socket], behind: DaemonProcess.machine("linx1020-da280-polled"))
        try daemon.listen()
        let client = try DaemonClient(socket)
        let machine = try variables(of: client.daemon.pid, ["UMOCKDEV_DIR", "LD_PRELOAD"])
        for device in ["auto", "iio:device0", "/sys/bus/iio/devices/iio:device0"] {
            let refusal = try refusal(["--socket", socket + "2", "--device", device], machine)
            #expect(refusal.status == 75)
            #expect(refusal.complaint.contains("is in use by parallaxd (pid \(client.daemon.pid))"))
        }
        kill(client.daemon.pid, SIGTERM)
        #expect(try daemon.report().changed.isEmpty)
    }

    private func variables(of process: Int32, _ names: [String]) throws -> [String: String] {
        let text = String(decoding: try readFile("/proc/\(process)/environ"), as: UTF8.self)
        let pairs = text.split(separator: "\0").map {
            $0.split(separator: "=", maxSplits: 1).map(String.init)
        }
        return Dictionary(uniqueKeysWithValues: pairs.filter { names.contains($0[0]) }.map { ($0[0], $0[1]) })
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGQUIT])
    func `a signal ends it in order, and a dead daemon's socket is replaced`(signal: Int32) throws {
        do { _ = try UnixSocket.listen(at: socket) }
        let daemon = try DaemonProcess(["--socket", socket, "--device", "sim"])
        // Its pid, without a client's help: at this moment it may not yet wait for signals.
        try daemon.listen()
        let client = try DaemonClient(socket)
        kill(client.daemon.pid, signal)
        #expect(try daemon.end().status == 0)
        #expect(!fileExists(socket))
    }
}

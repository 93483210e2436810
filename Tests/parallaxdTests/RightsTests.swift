import Foundation
import LinuxIO
import MotionCore
import MotionWire
import TestSupport
import Testing

/// A daemon of a user whom udev gives the sensors, a moment after the kernel has made them.
@Suite(.timeLimit(.minutes(10)), .enabled(if: geteuid() == 0, "needs another user"))
struct RightsTests {
    private let folder: Folder
    private let socket: String

    init() throws {
        folder = try Folder()
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path)
        socket = folder.path + "/s"
    }

    /// A daemon that may not use `withheld` before `grant`.
    private func daemon(
        _ fixture: String, without withheld: String, _ options: [String] = []
    ) throws -> DaemonProcess {
        let rights = ["--withhold", withheld, "--grant", folder.path + "/grant"]
        let daemon = try DaemonProcess(
            ["--socket", socket], behind: DaemonProcess.machine(fixture, ["--pace"] + rights + options))
        try daemon.listen()
        return daemon
    }

    private func grant() throws { _ = try folder.write("", to: "grant") }

    private func remark(to client: DaemonClient) throws -> String {
        while true {
            if let remark = try client.ask(.status)["remark"]?.string { return remark }
            _ = try client.frame()
        }
    }

    @Test func `what may not be changed is polled, and buffered once udev has given the rights`() throws {
        let daemon = try daemon("ayaneo-air-bmi160-irq", without: "iio:device0")
        let client = try DaemonClient(socket)
        #expect(try client.hello().device?.mode == .poll)
        _ = try client.frame()
        let remark = try remark(to: client)
        #expect(remark.contains("no permission for a buffer: waits for parallaxd's udev rule"))
        try grant()
        // Nothing but the event: readings go on as they did.
        let change = try client.first { if case .state(let change) = $0 { change } else { nil } }
        #expect(change.health == .ok && change.device?.mode == .buffer)
        _ = try client.frame()
        #expect(try client.ask(.status)["remark"] == JSON.null)
        kill(client.daemon.pid, SIGTERM)
        #expect(try daemon.report().changed.isEmpty)
    }

    @Test func `what may not even be read is waited for, and read once udev has given the rights`() throws {
        let daemon = try daemon("linx1020-da280-polled", without: "iio:device0/in_accel_x_raw")
        #expect(daemon.complaints.contains("<4>no permission to read"))
        let client = try DaemonClient(socket)
        let hello = try client.hello()
        #expect(hello.device == nil && hello.health.state == .noDevice)
        #expect(
            hello.health.reason?.hasSuffix("; waits for parallaxd's udev rule to give the rights") == true)
        try grant()
        _ = try client.frame()
        #expect(try client.ask(.status)["device"]?["mode"] == "poll")
        kill(client.daemon.pid, SIGTERM)
        #expect(try daemon.report().changed.isEmpty)
    }

    @Test func `a timer goes at its own pace until udev has given the right to set it`() throws {
        let daemon = try daemon(
            "gpd-winmax2-bmi160-noirq", without: "trigger9", ["--timer", "iio:device0"])
        let client = try DaemonClient(socket)
        _ = try client.ask(.subscribe(Subscription(rate: 200)))
        _ = try client.frame()
        #expect(try client.ask(.status)["device"]?["mode"] == "buffer")
        try grant()
        for _ in 0..<200 { _ = try client.frame() }
        kill(client.daemon.pid, SIGTERM)
        let changed = try daemon.report().changed
        #expect(changed["trigger9/sampling_frequency"] == "200.000000")
    }
}

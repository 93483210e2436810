import Foundation
import LinuxIO
import MotionCore
import Testing

@testable import parallaxctl

@Suite(.timeLimit(.minutes(10))) struct CalibrateTests {
    /// The sensor's readings in the three poses, where it is held so: up in device axes.
    private static let poses = [
        Vector3.unitZ, Vector3(-sin(0.8), 0.02, cos(0.8)), Vector3(0.02, sin(1.2), cos(1.2)),
    ]
    /// The display's accelerometer of this fixture, by udev's matrix.
    private static let fixture = "lenovo-d330-bosc0200"
    private static let path =
        "/sys/devices/pci0000:00/0000:00:15.0/i2c_designware.0/i2c-0/i2c-BOSC0200:00/iio:device0"
    private static let name = "BMA253/BMA254/BMA255/BMC150/BMC156/BMI055"

    /// What the daemon sends while the device is put into the poses: six seconds in each, with turns between.
    private static func samples(_ poses: [Vector3], _ read: (Vector3) -> Vector3) -> String {
        var lines = ""
        var time = 1_000_000
        func add(_ up: Vector3) {
            let value = .gravity * read(up), noise = Double(time / 20_000 % 3) * 0.03
            lines +=
                #"{"type":"sample","sensor":"accel","t":\#(time),"#
                + #""v":[\#(value.x + noise),\#(value.y - noise),\#(value.z)]}"# + "\n"
            time += 20_000
        }
        var last = poses[0]
        for pose in poses {
            for step in 1...25 { add((last + Double(step) / 25 * (pose - last)).normalized ?? pose) }
            for _ in 0..<300 { add(pose) }
            last = pose
        }
        return lines
    }

    private static func hello(_ id: String, _ name: String) -> String {
        #"{"type":"hello","protocol":1,"server":"fake","rate":60,"max_rate":240,"device":{"id":"\#(id)","#
            + #""name":"\#(name)","sensors":["accel"],"mode":"buffer","accel_matrix":[1,0,0,0,1,0,0,0,1]},"#
            + #""state":"ok"}"# + "\n"
    }

    /// Tells of one device, and sends `words` to who asked for samples. `then`: what it does after that.
    private func daemon(
        _ words: String, id: String = "iio:device0", path: String = path,
        then rest: @escaping @Sendable (borrowing FakeDaemon.Client) throws -> Void = { try $0.waitForEnd() }
    ) throws -> FakeDaemon {
        try FakeDaemon(Self.hello(id, Self.name)) { client in
            guard try client.request().hasPrefix(#"{"cmd":"subscribe","id":1,"samples":true}"#) else {
                return
            }
            try client.send(#"{"type":"reply","id":1,"ok":true}"# + "\n")
            try client.send(
                #"{"type":"reply","id":1,"ok":true,"devices":[{"id":"iio:device0","name":"\#(Self.name)","#
                    + #""path":"\#(path)"}]}"# + "\n" + words)
            try rest(client)
        }
    }

    private static let mounting = Rotation(x: -.unitY, y: .unitX)
    private static let steps = """
        Right and top are the screen's where its picture is not turned. Ctrl-C changes nothing.
        1 of 3: lay it flat, screen up, and leave it for five seconds.
        taken.
        2 of 3: lower its right edge, by anything from 20° to upright, and hold it still.
        taken.
        3 of 3: flat again, then raise its top edge as far, and hold it still.
        taken.

        """

    @Test func `three poses give the matrix, and nothing is changed`() throws {
        let samples = Self.samples(Self.poses) { Self.mounting.inverse.rotate($0) }
        let result = try Program.run("calibrate", daemon: daemon(samples))
        #expect(result.status == 0 && result.error == Self.steps)
        let lines = result.output.split(separator: "\n")
        #expect(lines[0] == "\(Self.name) (iio:device0), from sensor axes to device axes:")
        #expect(lines[1] == "  in use      1, 0, 0; 0, 1, 0; 0, 0, 1")
        #expect(lines[2] == "  calibrated  0, -1, 0; 1, 0, 0; 0, 0, 1")
        #expect(lines[3] == "That is: x is what −y was, y is what x was, z stays.")
        #expect(lines.last?.hasPrefix("Nothing was changed: --save") == true)
    }

    @Test func `in JSON it is one object`() throws {
        let samples = Self.samples(Self.poses) { Self.mounting.inverse.rotate($0) }
        let result = try Program.run("calibrate", "--json", daemon: daemon(samples))
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
        #expect(object["matrix"] as? [Double] == [0, -1, 0, 1, 0, 0, 0, 0, 1])
        #expect(object["matrix_in_use"] as? [Double] == [1, 0, 0, 0, 1, 0, 0, 0, 1])
        #expect(object["square"] as? Bool == true)
        #expect(object["file"] is NSNull && object["hwdb"] is NSNull)
        #expect(
            (object["poses"] as? [String: [Double]])?.keys.sorted() == [
                "flat", "right_lowered", "top_raised",
            ])
        #expect(result.output.hasSuffix("}\n") && result.status == 0)
    }

    @Test func `poses that contradict each other are told and end with 65`() throws {
        let mirrored = Self.samples(Self.poses) { Vector3(-$0.x, $0.y, $0.z) }
        let result = try Program.run("calibrate", daemon: daemon(mirrored))
        #expect(result.status == 65 && result.output.isEmpty)
        #expect(result.error.contains("the left edge was lowered in the second pose"))
        #expect(result.error.contains("the driver mirrors an axis"))
    }

    @Test func `tilts that are not across each other end with 65`() throws {
        var poses = Self.poses
        poses[2] = Vector3(-0.6, 0.6, 0.5)
        let result = try Program.run("calibrate", daemon: daemon(Self.samples(poses) { $0 }))
        #expect(result.status == 65 && result.output.isEmpty)
        #expect(result.error.contains("missed a right angle by 4"))
    }

    @Test func `on a terminal it draws the poses, and asks again for poses that were not clean`()
        throws
    {
        var poses = Self.poses
        poses[2] = Vector3(-0.6, 0.6, 0.5)
        let terminal = try Terminal(
            daemon(Self.samples(poses) { $0 }) { client in
                try client.send(Self.samples(Self.poses) { $0 })
                try client.waitForEnd()
            }, verb: "calibrate")
        try terminal.read(until: "█▇▆▅▄▃▂▁")
        try terminal.read(until: "missed a right angle")
        try terminal.read(until: "1 of 3")
        try terminal.read(until: "the matrix in use is right")
        terminal.process.waitUntilExit()
        #expect(terminal.process.terminationStatus == 0 && terminal.isAsBefore)
    }

    @Test func `a signal ends it and nothing is saved`() throws {
        let state = temporaryPath("state")
        let isAsked = DispatchSemaphore(value: 0)
        let daemon = try daemon(Self.samples([Self.poses[0]]) { $0 }, path: "/sys") { client in
            isAsked.signal()
            try client.waitForEnd()
        }
        let program = try Program(
            ["calibrate", "--save"],
            environment: ["PARALLAXD_SOCKET": daemon.path, "STATE_DIRECTORY": state])
        isAsked.wait()
        kill(program.process.processIdentifier, SIGINT)
        let result = try program.result()
        #expect(result.status == 69)
        #expect(result.error.hasSuffix("ended before the third pose; nothing was changed\n"))
        #expect(!fileExists(state))
    }

    @Test func `a stale sensor is told and not believed`() throws {
        let stale = #"{"type":"state","state":"stale","reason":"bit-identical","device":null}"# + "\n"
        let daemon = try daemon(stale + Self.samples(Self.poses) { $0 }) { _ in }
        let result = try Program.run("calibrate", daemon: daemon)
        #expect(result.status == 69)
        #expect(result.error.contains("stale: bit-identical\n"))
        #expect(!result.error.contains("taken"))
    }

    @Test func `a recording or a simulation has nothing to keep`() throws {
        for option in ["--save", "--hwdb"] {
            let result = try Program.run("calibrate", option, daemon: daemon("", id: "sim"))
            #expect(result.status == 69 && result.error.contains("sim is no sensor of a machine"))
        }
    }

    @Test func `the sensor of another machine is calibrated there`() throws {
        let result = try Program.run("calibrate", "--save", daemon: daemon("", path: "/sys/devices/none/x"))
        #expect(result.status == 69 && result.error.contains("this machine has no /sys/devices/none/x"))
    }

    @Test(.enabled(if: geteuid() == 0))
    func `who may not write where the daemon looks is told before the poses`()
        throws
    {
        let daemon = try daemon("", path: "/sys")
        let program = try Program(
            ["calibrate", "--save"],
            behind: ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"],
            environment: ["PARALLAXD_SOCKET": daemon.path])
        let result = try program.result()
        #expect(result.status == 77)
        #expect(result.error.contains("/var/lib/parallaxd: run it with sudo"), "\(result.error)")
    }

    private func machine() -> [String] {
        let feeder = HwdbKeyTests.devices.deletingLastPathComponent().appending(path: "umockdev_feed.py")
        return [
            "/usr/bin/python3", feeder.path, HwdbKeyTests.devices.appending(path: Self.fixture).path,
            "--pace", "--",
        ]
    }

    @Test func `what is saved is what the daemon uses then, and what is printed is udev's`() throws {
        let state = temporaryPath("state"), socket = temporaryPath("socket")
        let other = Rotation(x: .unitZ, y: .unitX)
        let samples = Self.samples(Self.poses) { other.inverse.rotate($0) }
        let saved = try Program(
            ["calibrate", "--save"], behind: machine(),
            environment: ["PARALLAXD_SOCKET": try daemon(samples).path, "STATE_DIRECTORY": state]
        ).result()
        #expect(saved.status == 0 && saved.error == Self.steps)
        #expect(saved.output.contains("Saved in \(state)/BMA253-"))
        let script = """
            "$0" --socket "$2" 2>/dev/null & daemon=$!
            until [ -S "$2" ]; do sleep 0.02; done
            "$1" tilt --json --count 1 --socket "$2"
            kill $daemon; wait $daemon
            """
        let program = Program.url.deletingLastPathComponent().appending(path: "parallaxd").path
        let stream = try Program(
            [socket], behind: machine() + ["/bin/sh", "-c", script, program],
            environment: [
                "STATE_DIRECTORY": state, "RUNTIME_DIRECTORY": "/proc/none", "PATH": "/usr/bin:/bin",
            ]
        ).result()
        #expect(stream.output.contains(#""accel_matrix":[0,0,1,1,0,0,0,1,0]"#), "\(stream.output)")
    }

    @Test func `a fixture's own matrix comes out as the entry for its machine`() throws {
        let samples = Self.samples(Self.poses) { Self.mounting.inverse.rotate($0) }
        let result = try Program(
            ["calibrate", "--hwdb"], behind: machine(),
            environment: ["PARALLAXD_SOCKET": try daemon(samples).path]
        ).result()
        let lines = result.output.split(separator: "\n")
        let entry = lines.drop { $0.hasPrefix("#") }
        #expect(lines.first?.hasPrefix("# ") == true && result.status == 0)
        #expect(
            entry.prefix(2) == [
                "sensor:modalias:acpi:BOSC0200*:dmi:*svnLENOVO:pvrLenovoideapadD330-10IGM:*",
                " ACCEL_MOUNT_MATRIX=0, 1, 0; -1, 0, 0; 0, 0, 1",
            ])
        #expect(result.output.contains("61-sensor-local.hwdb"))
        #expect(result.output.contains("udevadm trigger /sys/bus/iio/devices/iio:device0"))
    }
}

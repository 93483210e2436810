import Diagnosis
import Foundation
import LinuxIO
import MotionCore
import MotionWire
import Testing

@testable import parallaxctl

@Suite struct FindingsTextTests {
    private let findings = [
        Finding("kernel", .ok, "Linux 6.12"),
        Finding("raw reads", .warning, "it takes a\u{7} long time", step: "sudo something --long"),
        Finding("socket", .fault, "nobody"),
    ]

    @Test func `findings stand in columns, each step below its finding`() {
        #expect(
            findingsText(findings) == """
                kernel     ok       Linux 6.12
                raw reads  warning  it takes a? long time
                                    -> sudo something --long
                socket     fault    nobody

                1 fault, 1 warning.

                """)
        #expect(findingsText([findings[0]]).hasSuffix("\n\nNothing is wrong.\n"))
    }

    @Test func `sentences are broken to the terminal's width, steps are not`() {
        let lines = findingsText(
            [
                Finding(
                    "x", .note, String(repeating: "word ", count: 20), step: String(repeating: "s", count: 90)
                )
            ],
            columns: 60
        ).split(separator: "\n")
        #expect(lines.count == 5 && lines.prefix(3).allSatisfy { $0.count <= 60 })
        #expect(lines[1].hasPrefix("            word"))
        #expect(lines[3] == "            -> " + String(repeating: "s", count: 90))
    }

    @Test func `verdicts have colours where they are asked for`() {
        #expect(!findingsText(findings).contains("\u{1B}"))
        #expect(findingsText(findings, hasColour: true).contains("\u{1B}[33mwarning  \u{1B}[0mit takes"))
    }

    @Test func `in JSON the worst verdict stands for all`() throws {
        let json = try JSON(findingsJSON(findings).line)
        #expect(json["verdict"] == "fault" && json["version"]?.string == MotionWire.version)
        let all = try #require(json["findings"]?.array)
        #expect(all.count == 3)
        #expect(all[1]["check"] == "raw reads" && all[1]["verdict"] == "warning")
        #expect(all[1]["step"] == "sudo something --long" && all[0]["step"] == .null)
        #expect(findingsJSON([])["verdict"] == "ok")
    }
}

/// What doctor made of the machine of a fixture.
private struct Visit {
    let status: Int32
    let output: String
    /// Attributes that were written.
    let written: [String]

    /// `options` are the feeder's. `shell` runs before, with the programs' directory in $1 and the socket's
    /// path in $2; `user` is the beginning of a command that runs another as another user.
    init(
        _ arguments: String..., on machine: String, _ options: [String] = [], after shell: String = "",
        as user: String = ""
    ) throws {
        let fixtures = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Fixtures")
        let script = """
            \(shell)
            \(user) timeout 60 "$1/parallaxctl" doctor --socket "$2" "${@:3}"; R=$?
            [ -z "$P" ] || { kill -${SIGNAL:-TERM} $P; wait $P; }
            exit $R
            """
        let process = Process(), pipe = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments =
            [
                fixtures.appending(path: "umockdev_feed.py").path,
                fixtures.appending(path: "devices/\(machine)").path,
            ] + options + ["--", "/bin/bash", "-c", script, "-"]
            + [Program.url.deletingLastPathComponent().path, temporaryPath("doctor")] + arguments
        process.standardOutput = pipe
        try process.run()
        let text = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        // The last line is the feeder's.
        let lines = text.split(separator: "\n")
        let report = try JSON(Array(try #require(lines.last).utf8))
        status = process.terminationStatus
        output = lines.dropLast().joined(separator: "\n") + "\n"
        written = report["written"]?.array?.compactMap(\.string) ?? []
    }

    func finding(_ check: String) throws -> JSON {
        let all = try #require(try JSON(Array(output.utf8))["findings"]?.array)
        return try #require(all.first { $0["check"]?.string == check }, "\(output)")
    }

    func verdict(_ check: String) throws -> String? { try finding(check)["verdict"]?.string }
}

@Suite(.timeLimit(.minutes(10))) struct DoctorTests {
    private static let daemon = """
        STATE_DIRECTORY=/proc/none RUNTIME_DIRECTORY=/proc/none "$1/parallaxd" --socket "$2" 2>/dev/null & P=$!
        until [ -S "$2" ]; do kill -0 $P || exit 1; sleep 0.05; done
        """

    @Test func `a chip beside a daemon is in order`() throws {
        let visit = try Visit(
            "--json", on: "ayaneo-air-bmi160-irq", ["--pace"], after: Self.daemon)
        #expect(visit.status == 0, "\(visit.output)")
        for check in [
            "sensor", "gyroscope", "trigger", "buffer", "rate", "scale", "noise", "socket", "daemon",
        ] {
            #expect(try visit.verdict(check) == "ok", "\(visit.output)")
        }
        #expect(try visit.finding("sensor")["found"]?.string?.contains("what parallaxd reads") == true)
        #expect(try visit.finding("beside buffer")["found"]?.string?.contains("parallaxd runs") == true)
        // The daemon's are its own.
        #expect(try JSON(Array(visit.output.utf8))["verdict"] == "note")
    }

    @Test func `without a daemon it looks all the same, changes nothing and says what to start`() throws {
        let visit = try Visit("--json", on: "phone-lsm9ds1-split")
        #expect(visit.status == 1 && visit.written.isEmpty)
        #expect(try visit.verdict("socket") == "fault")
        #expect(try visit.finding("socket")["step"]?.string?.contains("parallaxd") == true)
        for check in ["sensor", "buffer (gyro)", "scale", "raw reads"] {
            #expect(try visit.verdict(check) == "ok", "\(visit.output)")
        }
        #expect(try visit.finding("scale")["found"]?.string?.contains("reads 9.74 m/s2") == true)
    }

    @Test func `elements left on are found with the command that clears them`() throws {
        let element = "iio:device0/scan_elements/in_accel_x_en=1"
        let visit = try Visit("--json", on: "ayaneo-air-bmi160-irq", ["--set", element])
        let finding = try visit.finding("buffer")
        #expect(finding["verdict"] == "warning")
        #expect(
            finding["found"]?.string?.hasPrefix("1 of 7 elements left on by nobody") == true, "\(finding)")
        #expect(
            finding["step"]?.string
                == "for f in /sys/bus/iio/devices/iio:device0/scan_elements/*_en; do echo 0 | sudo tee $f; done"
        )
    }

    @Test func `what an idle iio-sensor-proxy leaves on is its own`() throws {
        let device = "iio:device0", folder = temporaryPath("proxy")
        let elements = ["in_accel_x", "in_accel_y", "in_accel_z", "in_timestamp"].flatMap {
            ["--set", "\(device)/scan_elements/\($0)_en=1"]
        }
        let proxy = """
            mkdir \(folder); cp /bin/sleep \(folder)/iio-sensor-proxy; \(folder)/iio-sensor-proxy 60 & P=$!
            until [ "$(cat /proc/$P/comm)" = iio-sensor-prox ]; do sleep 0.05; done; rm -r \(folder)
            # This program may have begun with SIGTERM blocked.
            SIGNAL=KILL
            """
        let visit = try Visit(
            "--json", on: "hid-ish-convertible-s32",
            ["--proxy", "iio-poll-accel iio-buffer-accel", "--set", "\(device)/buffer/length=128"] + elements,
            after: proxy)
        #expect(try visit.verdict("buffer") == "ok" && visit.verdict("proxy") == "ok", "\(visit.output)")
        let found = try visit.finding("proxy")["found"]?.string
        #expect(found == "iio-sensor-proxy keeps the buffer ready and uses it while a desktop asks")
    }

    @Test func `readings that cannot be had are a fault`() throws {
        let visit = try Visit(
            "--json", on: "ayaneo-air-bmi160-irq", ["--unreadable", "iio:device0/in_accel_y_raw"])
        #expect(try visit.verdict("raw reads") == "fault")
        #expect(try visit.finding("raw reads")["found"]?.string?.contains("Input/output error") == true)
    }

    @Test func `what a user may not read is a fault, and root is the next step`() throws {
        let closing = """
            chmod 755 $UMOCKDEV_DIR; chmod 0 $UMOCKDEV_DIR/sys/bus/iio/devices/iio:device0/in_accel_x_raw
            """
        let user = "$([ $(id -u) != 0 ] || echo setpriv --reuid 65534 --clear-groups)"
        let visit = try Visit("--json", on: "ayaneo-air-bmi160-irq", after: closing, as: user)
        #expect(try visit.verdict("permission") == "fault", "\(visit.output)")
        #expect(try visit.finding("permission")["step"] == "run it as root: sudo parallaxctl doctor")
        #expect(try visit.verdict("raw reads") == "fault")
    }

    @Test func `a hub that does not answer does not hold it up`() throws {
        // A pipe that nobody writes to never answers; one without a writer would hold up umockdev.
        let mute = """
            cd $UMOCKDEV_DIR/sys/bus/iio/devices/iio:device4 && rm in_accel_x_raw && mkfifo in_accel_x_raw && exec 9<>in_accel_x_raw
            """
        let visit = try Visit("--json", on: "hid-ite8350-yoga-s16in32", after: mute)
        let finding = try visit.finding("raw reads")
        #expect(finding["verdict"] == "fault", "\(visit.output)")
        #expect(finding["found"] == "no reading of three axes came within 6 s")
    }

    @Test func `a sensor in the base is refused, and looked at when it is named`() throws {
        let refused = try Visit("--json", on: "dell-latitude-hid-base-only")
        #expect(refused.status == 1)
        #expect(try refused.verdict("sensor") == "fault")
        #expect(try refused.finding("sensor")["step"]?.string?.contains("--device iio:device0") == true)
        let named = try Visit("--json", "--device", "accel_3d", on: "dell-latitude-hid-base-only")
        #expect(try named.verdict("sensor") == "ok")
        #expect(try named.verdict("raw reads") == "ok")
    }

    @Test func `without any sensor it says so for people`() throws {
        let result = try Program.run("doctor", "--device", "none", "--socket", "/nowhere/x.sock")
        #expect(result.status == 1 && result.error.isEmpty)
        #expect(result.output.contains("there is no sensor \"none\""))
        #expect(result.output.contains("no daemon runs: there is no /nowhere/x.sock\n"))
        #expect(result.output.hasSuffix("faults.\n"))
    }

    @Test func `why a daemon does not start is told`() throws {
        let refusal =
            #"{"type":"reply","ok":false,"error":{"code":"unavailable","message":"it does not start: x:2"}}"#
        let result = try Program.run("doctor", "--json", daemon: try FakeDaemon(refusal + "\n"))
        #expect(result.status == 1 && result.output.contains("listens for it, and it does not start: x:2"))
    }

    @Test func `what a daemon is that turns people away or talks nonsense is told`() throws {
        let denial =
            #"{"type":"reply","ok":false,"error":{"code":"denied","message":"not on this seat"}}"# + "\n"
        let denied = try Program.run("doctor", "--json", daemon: try FakeDaemon(denial))
        #expect(denied.status == 1 && denied.output.contains("turns this user away: not on this seat"))
        let nonsense = try Program.run("doctor", "--json", daemon: try FakeDaemon("HTTP/1.1 200 OK\r\n"))
        #expect(nonsense.output.contains("is no working parallaxd: it does not speak the protocol"))
    }
}

@Suite(.timeLimit(.minutes(10))) struct ReportTests {
    /// Gives a sample each 10 ms until it is asked for its status.
    private func daemon() throws -> FakeDaemon {
        try FakeDaemon(FakeDaemon.hello) { client in
            _ = try client.request()
            for index in 0..<20 { try client.send(FakeDaemon.sample("accel", 1_000_000 + index * 10_000)) }
            _ = try client.request()
            try client.send(
                #"{"type":"reply","id":1,"ok":true,"remark":"polled for a reason"}"# + "\n")
            try client.waitForEnd()
        }
    }

    @Test func `a report tells the findings and is a recording by itself`() throws {
        let file = temporaryPath("report")
        let result = try Program.run("doctor", "--report", file, daemon: try daemon())
        #expect(result.output.contains("polled for a reason"), "\(result)")
        #expect(result.error == "parallaxctl: the report is in \(file)\n")
        let bytes = try readFile(file)
        let recording = try Recording(bytes)
        #expect(recording.device == "bmi160")
        #expect(recording.entries.filter { if case .scan = $0 { true } else { false } }.count == 20)
        let text = String(decoding: bytes, as: UTF8.self)
        for part in ["== machine ==", "== findings ==", "== devices ==", "polled for a reason", "Linux "] {
            #expect(text.contains(part), "\(text)")
        }
        let second = try Program.run("doctor", "--report", file)
        #expect(second.status == 73 && second.error.contains("--force replaces it"))
    }

    @Test func `without a daemon a report has what raw reading gives, and no serial number`() throws {
        let secrets = """
            D=$UMOCKDEV_DIR/sys/bus/iio/devices/iio:device1
            for name in serial_number product_uuid bt_address; do echo S3CR3T >$D/$name; done
            echo aa:bb:cc:dd:ee:ff >$D/label; echo fine >$D/in_odd_setting
            """
        let visit = try Visit("--report", "-", on: "phone-lsm9ds1-split", after: secrets)
        let report = visit.output
        #expect(visit.status == 1)
        #expect(
            report.contains("in_odd_setting = fine") && report.contains("label = (left out)"), "\(report)")
        for secret in ["S3CR3T", "serial", "uuid", "bt_address", "aa:bb"] {
            #expect(!report.contains(secret))
        }
        let recording = try Recording(Array(report.utf8))
        #expect(recording.sensors == [.accel, .gyro] && recording.device == "lsm9ds1-imu_accel")
        #expect(report.contains("== samples, read from in_*_raw without a daemon =="))
    }
}

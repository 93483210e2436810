import Foundation
import Testing

@Suite struct SettingsTests {
    @Test(arguments: ["asus-t100-invn6500", "bytrail-tablet-bmc150-bmg160", "hid-ish-convertible-s32"])
    func `what a program that crashed has changed can be put back`(name: String) throws {
        let crash = #"note=$("$0" note iio:device0) && "$0" abandon iio:device0"#
        let options = ["--set", "iio:device0/buffer/length=128", "--set", "iio:device0/buffer/watermark=9"]
        let crashed = try Probe<Streamed>(script: crash, on: .named(name), options)
        #expect(crashed.report.changed["iio:device0/buffer/enable"] == "1")
        #expect(crashed.report.changed.count > 5)

        let restore = crash + #" && printf "%s" "$note" | "$0" restore iio:device0"#
        let restored = try Probe<Streamed>(script: restore, on: .named(name), options)
        #expect(restored.lines.map(\.error) == [0, 0])
        #expect(restored.report.changed.isEmpty)
    }

    @Test(arguments: [
        "../iio:device1/name x", "/etc/hostname x", "name", "name x", "buffer/length", "buffer/enable 1",
        "subsystem/devices/iio:device2/in_anglvel_sampling_frequency 1", "scan_elements/../uevent_en 1",
        "./power/x_sampling_frequency 1", "buffer/length " + String(repeating: "1", count: 1024),
    ])
    func `a note that names anything but a setting and a value for it is refused`(line: String) throws {
        let script = #"printf "%s" "\#(line)" | "$0" restore iio:device0"#
        let probe = try Probe<Streamed>(script: script, on: .named("hid-ish-convertible-s32"))
        #expect(probe.lines.map(\.error) == [-EINVAL])
        #expect(probe.report.written.isEmpty)
    }

    @Test func `beside another's buffer what a program that polled has changed stays`() throws {
        let script = #"printf "buffer/length 8\n" | "$0" restore iio:device0 poll"#
        let fixture = try Fixture.named("hid-ish-convertible-s32")
        let running = try Probe<Streamed>(
            script: script, on: fixture, ["--set", "iio:device0/buffer/enable=1"])
        #expect(running.lines.map(\.error) == [0])
        #expect(running.report.written.isEmpty)
        let idle = try Probe<Streamed>(script: script, on: fixture)
        #expect(idle.report.changed == ["iio:device0/buffer/length": "8"])
    }

    @Test(arguments: ["..", "trigger0", "iio:device0/../iio:device0", ""])
    func `a note of what is no device is refused`(id: String) throws {
        let script = #"printf "" | "$0" restore "\#(id)""#
        let probe = try Probe<Streamed>(script: script, on: .named("hid-ish-convertible-s32"))
        #expect(probe.lines.map(\.error) == [-ENODEV])
    }

    @Test(arguments: ["hid-ish-convertible-s32", "linx1020-da280-polled"])
    func `nothing is written where all is as it was, with a buffer or without`(name: String) throws {
        let script = #"note=$("$0" note iio:device0) && printf "%s" "$note" | "$0" restore iio:device0"#
        let probe = try Probe<Streamed>(script: script, on: .named(name))
        #expect(probe.lines.map(\.error) == [0])
        #expect(probe.report.written.isEmpty)
    }
}

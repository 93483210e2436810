import Foundation
import LinuxIO
import MotionCore
import Testing

@testable import Sensors

@Suite struct ReadingTests {
    @Test func `a buffer that gives nothing makes way, and nothing stays changed`() throws {
        let (machine, report) = try Machine.probe("lenovo-d330-bosc0200", scans: 5, isSilent: true)
        #expect(machine.mode == "poll")
        let remark = try #require(machine.remark)
        #expect(remark.contains("raw reading, for the buffer gave nothing in 0.5 s"))
        #expect(remark.contains("the buffer without a trigger gave nothing in 0.5 s"))
        #expect(remark.contains("the kernel has no timers for triggers"))
        #expect(report.changed.isEmpty)
    }

    @Test func `on a hub no timer is tried`() throws {
        let (machine, _) = try Machine.probe("hid-ish-convertible-s32", scans: 5, isSilent: true)
        #expect(machine.mode == "poll")
        #expect(machine.sensors == ["accel", "gyro"])
        #expect(try #require(machine.remark).contains("timer") == false)
    }

    @Test(arguments: ["asus-t100-invn6500", "hid-ish-convertible-s32"])
    func `without a gyroscope that can be read the accelerometer goes on alone`(name: String) throws {
        let id = name.hasPrefix("hid") ? "iio:device2" : "iio:device0"
        let option = ["--unreadable", "\(id)/in_anglvel_y_raw"]
        let (machine, report) = try Machine.probe(name, scans: 30, option, isSilent: true)
        #expect(report.changed.isEmpty)
        #expect(machine.sensors == ["accel"])
        #expect(machine.gyro == nil)
        #expect(try #require(machine.remark).contains("left out"))
        #expect(machine.readings.filter { $0.sensor == "accel" }.count == 30)
    }

    @Test func `an accelerometer that takes g for m/s² is put right, and told`() throws {
        let scale = 0.002395019 / Double.gravity
        let option = ["--set", "iio:device0/in_accel_scale=\(scale)"]
        let (machine, _) = try Machine.probe("linx1020-da280-polled", scans: 400, option)
        #expect(try #require(machine.remark).contains("at rest reads"))
        let first = try #require(machine.readings.first?.scan),
            last = try #require(machine.readings.last?.scan)
        for (raw, corrected) in zip(first, last) {
            #expect(abs(raw * Double.gravity - corrected) < 1e-6)
        }
    }

    @Test func `another's buffer is left alone`() throws {
        let option = ["--set", "iio:device0/buffer/enable=1"]
        let (machine, report) = try Machine.probe("ayaneo-air-bmi160-irq", scans: 5, option)
        #expect(machine.mode == "poll")
        #expect(try #require(machine.remark).contains("another program (`sudo parallaxctl doctor`"))
        #expect(report.written.isEmpty)
    }
}

@Suite struct HoldersTests {
    @Test func `whoever has a file open is found`() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try Data().write(to: file)
        defer { removeFile(file.path) }
        #expect(holders(ofFile: file.path).isEmpty)
        let process = Process()
        process.executableURL = URL(filePath: "/bin/cat")
        process.arguments = ["-"]
        let input = Pipe()
        process.standardInput = input
        process.standardError = try FileHandle(forReadingFrom: file)
        try process.run()
        #expect(holders(ofFile: file.path) == [process.processIdentifier])
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        #expect(holders(ofFile: file.path).isEmpty)
    }

    @Test func `one's own hold does not count`() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try Data().write(to: file)
        defer { removeFile(file.path) }
        let handle = try FileHandle(forReadingFrom: file)
        #expect(holders(ofFile: file.path).isEmpty)
        try handle.close()
    }
}

@Suite struct QuirksTests {
    @Test(
        arguments: [("104", 104), ("416.5", 416.5), ("0", nil), ("nan", nil), ("1e9", nil), ("fast", nil)]
            as [(String, Double?)])
    func `a rate that can be counts`(value: String, rate: Double?) {
        #expect(Quirks { $0 == "PARALLAXD_RATE" ? value : nil }.rate == rate)
    }
}

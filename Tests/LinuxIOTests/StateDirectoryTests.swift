import Foundation
import Testing

@testable import LinuxIO

@Suite struct StateDirectoryTests {
    private let directory = StateDirectory(
        path: FileManager.default.temporaryDirectory.path + "/plx-\(UUID())/state/parallaxd")

    @Test func `a file is named so that people and programs can tell it`() {
        let file = directory.file("bias", of: "BMA253/BMI055 /sys/devices/i2c-1")
        #expect(file.hasPrefix(directory.path + "/BMA253-BMI055-"))
        #expect(file.hasSuffix(".bias"))
        #expect(!file.dropFirst(directory.path.count + 1).contains("/"))
        #expect(file != directory.file("bias", of: "BMA253/BMI055 /sys/devices/i2c-2"))
        #expect(file != directory.file("mounting", of: "BMA253/BMI055 /sys/devices/i2c-1"))
    }

    @Test func `what is written is there, in directories that were not`() throws {
        let file = directory.file("bias", of: "x")
        #expect(directory.isWritable)
        try directory.write("one", to: file)
        try directory.write("two", to: file)
        #expect(fileText(file) == "two")
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).count == 1)
    }

    @Test func `root's state is in one place, and another user's is unknown`() throws {
        try #require(environment("STATE_DIRECTORY") == nil)
        #expect(StateDirectory(of: 0)?.path == "/var/lib/parallaxd")
        #expect(StateDirectory(of: ownUser + 12_345) == nil)
    }

    @Test func `where nothing can be made nothing can be written`() {
        #expect(throws: Errno.self) {
            try StateDirectory(path: "/proc/none/here").write("x", to: "/proc/none/here/x")
        }
    }
}

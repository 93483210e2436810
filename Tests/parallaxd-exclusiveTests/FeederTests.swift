import CLinux
import Foundation
import LinuxIO
import Testing

@testable import parallaxd_exclusive

/// With a pipe in the place of uinput and a file in that of the device's node.
@Suite(.timeLimit(.minutes(10))) final class FeederTests {
    private let folder = FileManager.default.temporaryDirectory.appending(
        path: "plx-\(UUID().uuidString.prefix(8))")
    private var node: String { folder.path + "/event7" }
    private var socket: String { folder.path + "/s" }
    private let pipe = Pipe()

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        for name in ["event7", "event70"] { try Data().write(to: folder.appending(path: name)) }
    }

    deinit {
        do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) }
    }

    private func feeder(patience: Int64 = 60_000_000_000) throws -> Feeder {
        let end = try Descriptor.open(
            "/proc/self/fd/\(pipe.fileHandleForWriting.fileDescriptor)", O_WRONLY)
        // None that this process gets.
        let signals = try SignalSource([SIGWINCH])
        return try Feeder(
            InputAccelerometer(adopting: end), node: node, socket: socket, signals: signals, log: Log(.error),
            patience: patience)
    }

    private func openNode() throws { _ = try Descriptor.open(node, O_RDONLY) }

    /// What a report of the device says, axis by axis.
    private func report() -> [UInt16: Int32] {
        let size = MemoryLayout<input_event>.size
        let bytes = pipe.fileHandleForReading.readData(ofLength: 4 * size)
        let events = (0..<4).map { index in
            bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: index * size, as: input_event.self) }
        }
        #expect(events.map { CInt($0.type) } == [EV_ABS, EV_ABS, EV_ABS, EV_SYN])
        return Dictionary(uniqueKeysWithValues: events.dropLast().map { ($0.code, $0.value) })
    }

    @Test func `gravity goes from the daemon to the device`() throws {
        let daemon = try FakeDaemon(at: socket)
        let feeder = try feeder()
        try feeder.start()
        let client = try #require(try daemon.client())
        #expect(try client.requests() == #"{"cmd":"subscribe","rate":8,"fields":["gravity"]}"# + "\n")
        #expect(!feeder.isReady)
        try client.say(#"{"type":"state","state":"ok","device":null}"#)
        try client.gravity(0, -1, 0)
        #expect(try feeder.serve())
        #expect(feeder.isReady)
        #expect(report() == [0: 0, 1: -256, 2: 0])
        // What is the same again is not written again.
        try client.gravity(0, -1, 0)
        #expect(try feeder.serve())
        try client.gravity(0, 0, -1)
        #expect(try feeder.serve())
        #expect(report() == [0: 0, 1: 0, 2: 256])
    }

    @Test func `without an opening it lets the daemon go, and with one it comes back`() throws {
        let daemon = try FakeDaemon(at: socket)
        let feeder = try feeder(patience: 50_000_000)
        try feeder.start()
        let first = try #require(try daemon.client())
        while try !first.isGone { #expect(try feeder.serve()) }
        #expect(feeder.isReady, "there was no reading to be had")
        #expect(try daemon.client() == nil)

        try openNode()
        #expect(try feeder.serve())
        let second = try #require(try daemon.client())
        try second.gravity(1, 0, 0)
        #expect(try feeder.serve())
        #expect(report() == [0: 256, 1: 0, 2: 0])
    }

    @Test func `another device that is opened does not count`() throws {
        let daemon = try FakeDaemon(at: socket)
        let feeder = try feeder(patience: 50_000_000)
        _ = try Descriptor.open(node + "0", O_RDONLY)
        #expect(try feeder.serve())
        #expect(try daemon.client() == nil)
    }

    @Test func `each opening looks for a daemon that is not there`() throws {
        let feeder = try feeder()
        try feeder.start()
        try openNode()
        #expect(try feeder.serve())
        let daemon = try FakeDaemon(at: socket)
        try openNode()
        #expect(try feeder.serve())
        let client = try #require(try daemon.client())
        try client.gravity(0, 1, 0)
        #expect(try feeder.serve())
        #expect(report() == [0: 0, 1: 256, 2: 0])
    }

    @Test(arguments: ["", "nonsense\n", #"{"type":"reply","ok":false,"error":{"code":"too-many"}}"# + "\n"])
    func `a daemon that goes away or talks nonsense is asked again at the next opening`(words: String) throws
    {
        let daemon = try FakeDaemon(at: socket)
        let feeder = try feeder()
        try feeder.start()
        do {
            let client = try #require(try daemon.client())
            if !words.isEmpty { try client.say(words) }
        }
        #expect(try feeder.serve())
        try openNode()
        #expect(try feeder.serve())
        let client = try #require(try daemon.client())
        try client.gravity(0, -1, 0)
        #expect(try feeder.serve())
        #expect(report() == [0: 0, 1: -256, 2: 0])
    }

    @Test func `a daemon that does not admit it ends it`() throws {
        let daemon = try FakeDaemon(at: socket)
        let feeder = try feeder()
        try feeder.start()
        let client = try #require(try daemon.client())
        try client.say(#"{"type":"reply","ok":false,"error":{"code":"denied","message":"not at the seat"}}"#)
        #expect(throws: Stop(.noPermission, "the daemon refuses: not at the seat")) {
            while try feeder.serve() {}
        }
    }
}

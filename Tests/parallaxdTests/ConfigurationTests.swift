import Foundation
import LinuxIO
import Sensors
import TestSupport
import Testing

@testable import parallaxd

@Suite struct ConfigurationTests {
    private func options(_ text: String) throws -> Options {
        try Configuration.options(Array(text.utf8), of: "conf")
    }

    @Test func `each key is an option`() throws {
        let options = try options(
            """
            # Comments, and blanks where one likes.
            device = bmi160
              gyro=none
            ; too
            log-level : debug   ; and here
            socket = /tmp/a b

            users = root, 1234
            groups = root
            """)
        var expected = Options()
        expected.device = .hardware(.named("bmi160"))
        expected.gyro = .none
        expected.logLevel = .debug
        expected.socket = "/tmp/a b"
        expected.access = Access(users: [0, 1234], groups: [0])
        #expect(options == expected)
        #expect(try self.options("") == Options())
    }

    @Test(arguments: [
        ("\nnoise = 1", "conf:2: unknown key noise; there are device, gyro"), ("gyro", "conf:1: this is not"),
        ("[sensor]\ndevice = auto", "conf:1: this is not"), ("device =", "conf:1: device needs a value"),
        ("device = sim:dance", "conf:1: the simulation knows"), ("log-level = loud", "error, warning, info"),
        ("users = root, no-such-user", "there is no user no-such-user"),
        ("groups = no-such-group", "there is no group"), ("config = /etc/x", "unknown key config"),
        ("device = " + String(repeating: "x", count: 200), "at most 190 bytes"),
        ("device = a\0b", "none of them is 0"), ("device = auto\n= x", "conf:2: "),
    ])
    func `what is wrong is told by file and line`(text: String, part: String) throws {
        let stop = try #require(throws: Stop.self) { try options(text) }
        #expect(stop.status == .badConfiguration)
        #expect(stop.message.contains(part))
    }

    @Test func `the file that is installed shows every key, and as it stands changes nothing`() throws {
        let text = try String(
            contentsOf: repository.appending(path: "etc/parallaxd.conf"), encoding: .utf8)
        #expect(try options(text) == Options())
        #expect(text.matches(of: /(?m)^#([a-z-]+) = \S/).map { String($0.1) } == Options.keys)
        // What it shows is the default, but for who may connect, which is nobody.
        var shown = try options(text.replacing(/(?m)^#(?=[a-z-]+ = )/, with: ""))
        #expect(shown.socket == "/run/parallaxd/parallaxd.sock")
        #expect(shown.access == Access(users: [0], groups: [0]))
        shown.socket = nil
        shown.access = Access()
        #expect(shown == Options())
    }

    @Test func `the command line goes before the file`() throws {
        let base = try options("device = bmi160\nlog-level = debug")
        guard case .run(let options) = try Options.parse(["--device", "sim"], over: base) else {
            throw Options.UsageError(message: "nothing to run")
        }
        #expect(options.device == .simulation(.hand))
        #expect(options.logLevel == .debug)
    }
}

@Suite struct AccessListTests {
    private func peer(_ uid: UInt32, _ gid: UInt32, _ groups: [UInt32] = []) -> PeerCredentials {
        PeerCredentials(pid: 1, uid: uid, gid: gid, groups: groups)
    }

    @Test func `who is named may connect, and nobody else`() {
        let access = Access(users: [7001], groups: [7002])
        #expect(access.admits(peer(7001, 1)))
        #expect(access.admits(peer(7003, 7002)))
        #expect(access.admits(peer(7003, 1, [5, 7002])))
        #expect(!access.admits(peer(7003, 7001, [7001])))
        #expect(!access.admits(peer(7002, 1)))
        #expect(access.admits(peer(0, 0)) && access.admits(peer(ownUser, 1)))
    }
}

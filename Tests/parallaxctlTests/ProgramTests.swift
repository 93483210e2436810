import Foundation
import MotionCore
import Testing

@testable import parallaxctl

@Suite(.timeLimit(.minutes(10))) struct ProgramTests {
    @Test func `without a daemon it says where it looked and what to start`() throws {
        for verb in ["tilt", "status", "recenter"] {
            let result = try Program.run(verb, "--socket", "/nowhere/x.sock")
            #expect(result.status == 69 && result.output.isEmpty)
            #expect(result.error.hasPrefix("parallaxctl: no daemon answers at /nowhere/x.sock"))
            #expect(result.error.contains("`parallaxd`") && result.error.contains("`make demo`"))
        }
    }

    @Test func `a socket path that cannot be is wrong usage`() throws {
        let result = try Program.run("status", "--socket", "/" + String(repeating: "x", count: 120))
        #expect(result.status == 64)
    }

    @Test func `who is not wanted gets 77`() throws {
        let denial =
            #"{"type":"reply","ok":false,"error":{"code":"denied","message":"not on this seat"}}"# + "\n"
        let file = temporaryPath("denied")
        for arguments in [["tilt"], ["status"], ["record", file]] {
            let daemon = try FakeDaemon(denial)
            let result = try Program(arguments, environment: ["PARALLAXD_SOCKET": daemon.path]).result()
            #expect(result.status == 77)
            #expect(result.error == "parallaxctl: the daemon refuses: not on this seat\n")
        }
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    @Test func `tilt is a table for people`() throws {
        let daemon = try FakeDaemon(
            FakeDaemon.hello + FakeDaemon.tilt(1)
                + #"{"type":"state","state":"stale","reason":"no sample for 0.5 s","device":null}"# + "\n"
                + #"{"type":"state","state":"stale","reason":"no sample for 0.5 s","device":null}"# + "\n"
                + FakeDaemon.tilt(2))
        let result = try Program.run("tilt", daemon: daemon)
        #expect(
            result.output == """
                 seconds        x        y    pitch     roll
                   0.000   0.5000  -0.2500     5.73   -11.46
                   0.020   0.5000  -0.2500     5.73   -11.46

                """)
        #expect(
            result.error == """
                parallaxctl: stale: no sample for 0.5 s
                parallaxctl: the daemon closed the connection

                """)
        #expect(result.status == 69)
    }

    @Test func `tilt in JSON is what the daemon sends, to the byte`() throws {
        let words =
            FakeDaemon.hello + FakeDaemon.tilt(1) + #"{ "type":"weather" }"# + "\n" + FakeDaemon.tilt(2)
        let daemon = try FakeDaemon(words + FakeDaemon.tilt(3)) { try $0.waitForEnd() }
        let result = try Program.run("tilt", "--json", "--count", "2", daemon: daemon)
        #expect(result.status == 0 && result.output == words && result.error.isEmpty)
    }

    @Test func `tilt asks for the rate it is to have`() throws {
        let daemon = try FakeDaemon(FakeDaemon.hello) { client in
            let isRight = try client.request() == #"{"cmd":"subscribe","id":1,"rate":30}"#
            try client.send(FakeDaemon.tilt(isRight ? 1 : 2))
            try client.waitForEnd()
        }
        let result = try Program.run("tilt", "--json", "--rate", "30", "--count", "1", daemon: daemon)
        #expect(result.output == FakeDaemon.hello + FakeDaemon.tilt(1))
    }

    @Test func `what is no protocol is not passed over`() throws {
        let result = try Program.run("tilt", daemon: try FakeDaemon("HTTP/1.1 200 OK\r\n"))
        #expect(result.status == 76)
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func `a signal ends tilt well`(signal: Int32) throws {
        let daemon = try FakeDaemon(FakeDaemon.hello + FakeDaemon.tilt(1)) { try $0.waitForEnd() }
        let program = try Program(["tilt"], environment: ["PARALLAXD_SOCKET": daemon.path])
        _ = try program.read(until: "-11.46\n")
        kill(program.process.processIdentifier, signal)
        let result = try program.result()
        #expect(result.status == 0 && result.error.isEmpty)
    }

    @Test func `a signal ends tilt also while nobody reads what it prints`() throws {
        let daemon = try FakeDaemon(FakeDaemon.hello) { client in
            // More than a pipe takes: the program comes to stand still, and then so does this.
            for number in 1...20_000 { try client.send(FakeDaemon.tilt(number)) }
        }
        let program = try Program(["tilt", "--json"], environment: ["PARALLAXD_SOCKET": daemon.path])
        _ = try program.read(until: "\"seq\":1,")
        kill(program.process.processIdentifier, SIGTERM)
        let (status, text) = try program.endUnread()
        #expect(status == 0 && text.isEmpty)
    }

    @Test func `where nobody reads any more it ends quietly`() throws {
        let daemon = try FakeDaemon(FakeDaemon.hello) { client in
            for number in 1... { try client.send(FakeDaemon.tilt(number)) }
        }
        let program = try Program(["tilt"], environment: ["PARALLAXD_SOCKET": daemon.path])
        _ = try program.read(until: "pitch")
        try program.closeOutput()
        let (status, text) = try program.endUnread()
        #expect(status == 141 && text.isEmpty)
    }

    @Test func `status and recenter carry out one request`() throws {
        func daemon(_ command: String) throws -> FakeDaemon {
            try FakeDaemon(FakeDaemon.hello + FakeDaemon.tilt(1)) { client in
                guard try client.request() == #"{"cmd":"\#(command)","id":1}"# else { return }
                try client.send(#"{"type":"reply","id":1,"ok":true,"uptime":3}"# + "\n")
            }
        }
        let status = try Program.run("status", daemon: daemon("status"))
        #expect(status.status == 0 && status.output == "uptime: 3.0 s\n")
        let line = try Program.run("status", "--json", daemon: daemon("status"))
        #expect(line.output == #"{"type":"reply","id":1,"ok":true,"uptime":3}"# + "\n")
        let recenter = try Program.run("recenter", daemon: daemon("recenter"))
        #expect(recenter.status == 0 && recenter.output.isEmpty && recenter.error.isEmpty)
    }

    @Test func `watch wants a terminal and names what does not`() throws {
        let result = try Program.run("watch", daemon: try FakeDaemon(""))
        #expect(result.status == 64 && result.error.contains("parallaxctl tilt"))
    }
}

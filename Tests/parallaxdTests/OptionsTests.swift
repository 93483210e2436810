import LinuxIO
import Sensors
import Testing

@testable import parallaxd

@Suite struct OptionsTests {
    private func options(_ arguments: String...) throws -> Options {
        guard case .run(let options) = try Options.parse(arguments) else {
            throw Options.UsageError(message: "nothing to run")
        }
        return options
    }

    @Test func `without options the best device is read and the default socket served`() throws {
        let defaults = try options()
        #expect(defaults == Options())
        #expect(defaults.device == .hardware(.auto))
        #expect(defaults.gyro == .auto)
        #expect(defaults.socket == nil)
        #expect(defaults.logLevel == .info)
    }

    @Test(arguments: [
        ("auto", Options.Device.hardware(.auto)), ("iio:device3", .hardware(.named("iio:device3"))),
        ("simple", .hardware(.named("simple"))), ("sim", .simulation(.hand)),
        ("sim:sway", .simulation(.sway)),
        ("sim:still", .simulation(.still)), ("replay:/tmp/a:b", .replay(file: "/tmp/a:b")),
        ("replay:a=b", .replay(file: "a=b")), ("--socket", .hardware(.named("--socket"))),
    ])
    func `a device is named behind a blank or an equals sign`(value: String, device: Options.Device) throws {
        #expect(try options("--device", value).device == device)
        #expect(try options("--device=" + value).device == device)
    }

    @Test func `what a killed daemon left can be put back without another`() throws {
        #expect(try Options.parse(["--put-back"]) == .putBack)
    }

    @Test func `the accelerometer is shared unless it is to be had alone`() throws {
        #expect(try !options().isExclusive)
        #expect(try options("--exclusive", "--device", "bmi160").isExclusive)
        #expect(try !options("--exclusive", "--exclusive=no").isExclusive)
        var configured = Options()
        try configured.set("exclusive", to: "yes")
        #expect(configured.isExclusive)
        #expect(throws: Options.UsageError.self) { try configured.set("exclusive", to: "maybe") }
    }

    @Test func `the last of double options counts, each on its own`() throws {
        let several = try options(
            "--gyro=none", "--socket", "/a", "--log-level", "debug", "--device", "sim", "--socket=/b=c",
            "--gyro", "bmg160")
        #expect(several.gyro == .named("bmg160"))
        #expect(several.socket == "/b=c")
        #expect(several.logLevel == .debug)
        #expect(several.device == .simulation(.hand))
        #expect(try options("--gyro", "none").gyro == GyroSelector.none)
        #expect(try options("--gyro", "auto").gyro == .auto)
    }

    @Test(arguments: Options.keys)
    func `a value that changes is told by its key`(key: String) throws {
        let values = [
            "exclusive": "yes", "users": "1234", "groups": "1234", "log-level": "debug",
        ]
        var options = Options()
        try options.set(key, to: values[key] ?? "other")
        #expect(options.changes(since: Options()) == [key])
        #expect(options.changes(since: options).isEmpty)
    }

    @Test(arguments: ["--help", "-h"])
    func `help goes before what is right, not before what is wrong`(argument: String) throws {
        #expect(try Options.parse(["--device", "sim", argument, "--nonsense"]) == .printUsage)
        #expect(throws: Options.UsageError.self) { try Options.parse(["--nonsense", argument]) }
        #expect(try Options.parse(["--version"]) == .printVersion)
    }

    @Test(arguments: [
        (["--nonsense"], "--nonsense"), (["-x"], "-x"), (["sim"], "sim"), ([""], "option"), (["--"], "--"),
        (["--device"], "--device"), (["--device="], "--device"), (["--device", ""], "--device"),
        (["--device=", "sim"], "--device"), (["--log-level", "loud"], "loud"),
        (["--device", "sim:dance"], "dance"),
        (["--device", "sim:"], "hand, sway, still"), (["--device", "replay:"], "file"),
        (["--Device", "sim"], "--Device"),
    ])
    func `what is wrong is named`(arguments: [String], word: String) throws {
        let error = try #require(throws: Options.UsageError.self) { try Options.parse(arguments) }
        #expect(error.message.contains(word))
    }

    @Test func `the usage names each option`() {
        for option in [
            "--device", "--gyro", "--socket", "--users", "--groups", "--log-level", "--config", "--version",
            "--help",
        ] {
            #expect(Options.usage.contains("  \(option) "))
        }
    }
}

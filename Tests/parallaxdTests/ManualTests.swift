import Sensors
import TestSupport
import Testing

@testable import parallaxd

/// Manual and completions say what the help says.
@Suite struct ManualTests {
    private let help = options(inHelp: Options.usage)
    private var names: [String] { help.map { String($0.prefix { $0 != " " }) } }
    private let devices = ["auto", "sim"] + SimulatedMotion.allCases.map { "sim:\($0)" } + ["replay:"]

    @Test func `the manual explains every option and status, and no other`() throws {
        let manual = try Manual("parallaxd.8")
        #expect(help.count > 10)
        #expect(manual.terms("OPTIONS") == help)
        let statuses = statuses(inHelp: Options.usage)
        #expect(statuses.isSuperset(of: ["64", "78"]))
        #expect(statuses.isSubset(of: manual.terms("EXIT STATUS")))
    }

    @Test func `the manual explains every key of the configuration, and no other`() throws {
        let terms = try Manual("parallaxd.conf.5").terms("KEYS")
        #expect(terms.map { String($0.prefix { $0 != " " }) } == Options.keys)
        for term in terms where !term.hasPrefix("exclusive") {
            #expect(help.contains("--" + term.replacing(" =", with: "")))
        }
    }

    @Test func `completions offer every option, and no other`() throws {
        #expect(try bashCompletions("parallaxd ") == names)
        #expect(try Completion("parallaxd.fish").words(#"-l (\S+)"#).map { "--\($0)" } == names)
        #expect(try Completion("_parallaxd").words(#"\n    '(--[a-z-]+)"#) == names)
    }

    @Test func `each option takes a value in each shell where it does in the help`() throws {
        let valued = help.filter { $0.contains(" ") }.map { String($0.prefix { $0 != " " }) }
        #expect(try Completion("parallaxd.fish").words(#"-l (\S+) -[xr]"#).map { "--\($0)" } == valued)
        #expect(try Completion("_parallaxd").words(#"'(--[a-z-]+)=\["#) == valued)
        for name in names {
            #expect(try bashCompletions("parallaxd \(name) --").contains("--help") == !valued.contains(name))
        }
    }

    @Test func `completions offer the devices that are the same everywhere`() throws {
        let hardware = try bashCompletions("parallaxd --device iio:").map { "iio:\($0)" }
        #expect(try bashCompletions("parallaxd --device ").filter { !hardware.contains($0) } == devices)
        let fish = try Completion("parallaxd.fish").words(#"-l device -x -a '([^'(]*)"#)
        #expect(fish == devices)
        #expect(try Completion("_parallaxd").words(#"'--device=.*_parallaxd_devices ([^']*)'"#) == devices)
    }

    @Test(arguments: [
        ("parallaxd --log", ["--log-level"]), ("parallaxd --log-level w", ["warning"]),
        ("parallaxd --device sim:s", ["sway", "still"]), ("parallaxd --device=sim:h", ["hand"]),
        ("parallaxd --device replay:/tm", ["FILES"]), ("parallaxd --config=", ["FILES"]),
        ("parallaxd --users roo", ["root"]), ("parallaxd --users=daemon,roo", ["daemon,root"]),
        ("parallaxd --users $(kill${IFS}$$),roo", ["$(kill${IFS}$$),root"]),
        ("parallaxd --groups daemon,roo", ["daemon,root"]), ("parallaxd --exclusive --put", ["--put-back"]),
    ])
    func `bash completes the word at the end of a line`(line: String, offers: [String]) throws {
        #expect(try bashCompletions(line) == offers)
    }
}

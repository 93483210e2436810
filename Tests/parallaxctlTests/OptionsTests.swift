import LinuxIO
import Testing

@testable import parallaxctl

@Suite struct OptionsTests {
    private func read(_ line: String) throws(Failure) -> Command {
        try Command(arguments: line.split(separator: " ").map(String.init))
    }

    private static func with(_ change: (inout Options) -> Void) -> Options {
        var options = Options()
        change(&options)
        return options
    }

    @Test(
        arguments: [
            ("list", .run(.list, Options())),
            ("watch --rate 30", .run(.watch, with { $0.rate = 30 })),
            ("--json tilt", .run(.tilt, with { $0.json = true })),
            (
                "tilt --rate=59.94 --count 3 --seconds .5 --json",
                .run(
                    .tilt,
                    with {
                        $0.rate = 59.94
                        $0.count = 3
                        $0.seconds = 0.5
                        $0.json = true
                    })
            ),
            ("status --socket /x/y", .run(.status, with { $0.socket = "/x/y" })),
            ("recenter --socket=/x=y", .run(.recenter, with { $0.socket = "/x=y" })),
            (
                "record a.txt --force",
                .run(
                    .record,
                    with {
                        $0.file = "a.txt"
                        $0.force = true
                    })
            ),
            ("record -- --json", .run(.record, with { $0.file = "--json" })),
            ("replay -", .run(.replay, Options())),
            (
                "calibrate --save --hwdb --json",
                .run(
                    .calibrate,
                    with {
                        $0.save = true
                        $0.hwdb = true
                        $0.json = true
                    })
            ),
            ("doctor --device x --json", .run(.doctor, with { ($0.device, $0.json) = ("x", true) })),
            (
                "doctor --report",
                .run(.doctor, with { ($0.report, $0.file) = (true, "parallaxd-report.txt") })
            ),
            ("--report doctor a.txt", .run(.doctor, with { ($0.report, $0.file) = (true, "a.txt") })),
            ("doctor --report --force -", .run(.doctor, with { ($0.report, $0.force) = (true, true) })),
            ("--version", .version), ("tilt --version", .version),
            ("--help", .help(nil)), ("tilt --help", .help(.tilt)), ("--help record", .help(.record)),
            ("tilt --count 3 --help", .help(.tilt)),
        ] as [(String, Command)])
    func `a command line is understood`(line: String, command: Command) throws {
        #expect(try read(line) == command)
    }

    @Test(arguments: [
        ("", "what is to be done?"), ("dance", "there is no verb dance"), ("--help dance", "no verb dance"),
        ("tilt --colour", "there is no option --colour"), ("tilt -j", "there is no option -j"),
        ("tilt --colour=x", "there is no option --colour"),
        ("status --rate 60", "status has no option --rate"), ("list --socket x", "list has no option"),
        ("tilt --force", "tilt has no option --force"), ("record x --save", "record has no option --save"),
        ("calibrate --save=x", "--save takes no value"), ("calibrate x", "x is too much"),
        ("tilt --rate", "--rate needs a value"), ("tilt --rate=", "--rate needs a value"),
        ("tilt --json=yes", "--json takes no value"),
        ("tilt --rate 0", "1 to 240"), ("tilt --rate 241", "1 to 240"), ("tilt --rate nan", "1 to 240"),
        ("tilt --rate fast", "not fast"), ("tilt --count 0", "1 up"), ("tilt --count 1.5", "not 1.5"),
        ("tilt --seconds -1", "above 0"), ("tilt --seconds inf", "above 0"),
        ("tilt --seconds 1e300", "above 0"),
        ("record", "record needs a FILE"), ("replay", "replay needs a FILE"),
        ("doctor --json --report -", "both want standard output"), ("doctor a.txt", "a.txt is too much"),
        ("doctor --report a b", "b is too much"),
        ("doctor --report=a.txt", "--report takes no value"),
        ("list --report", "list has no option --report"),
        ("tilt file", "file is too much"), ("record a b", "b is too much"),
    ])
    func `a wrong command line ends with usage and a sentence that says what is wrong`(
        line: String, sentence: String
    ) {
        let failure = #expect(throws: Failure.self) { try read(line) }
        #expect(failure?.code == .usage)
        #expect(failure?.text.hasPrefix("parallaxctl: ") == true)
        #expect(failure?.text.contains(sentence) == true, "\(failure?.text ?? "")")
        #expect(failure?.text.contains("\nusage: parallaxctl ") == true)
    }

    @Test(arguments: Verb.allCases)
    func `the help of a verb tells all of its options on lines that fit`(verb: Verb) {
        let lines = helpText(verb).split(separator: "\n")
        for option in verb.options {
            #expect(lines.contains { $0.hasPrefix("  --\(option)") })
        }
        #expect(lines.allSatisfy { $0.count <= 100 })
        #expect(helpText(nil).contains("  \(verb) "))
    }
}

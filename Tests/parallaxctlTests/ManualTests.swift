import TestSupport
import Testing

@testable import parallaxctl

/// Manual and completions say what the help says.
@Suite struct ManualTests {
    @Test func `the manual's synopsis is the usage of every verb`() throws {
        let usages = Verb.allCases.map { String(usageLine($0).dropFirst("usage: ".count)) }
        let synopsis = try Manual("parallaxctl.1").plainLines("SYNOPSIS")
        #expect(synopsis == usages + ["parallaxctl [VERB] --help", "parallaxctl --version"])
    }

    @Test func `the manual explains every verb, option and status, and no other`() throws {
        let manual = try Manual("parallaxctl.1")
        #expect(Set(manual.terms("VERBS")) == Set(Verb.allCases.map(\.rawValue)))
        let options = Option.allCases.map { option in
            "--\(option)" + (option.placeholder.map { " \($0)" } ?? (option == .report ? " [FILE]" : ""))
        }
        #expect(manual.terms("OPTIONS").sorted() == (options + ["--help", "--version"]).sorted())
        let statuses = statuses(inHelp: helpText(nil))
        #expect(statuses.isSuperset(of: ["0", "1", "64", "77"]))
        #expect(statuses.isSubset(of: manual.terms("EXIT STATUS")))
    }

    @Test func `completions offer every verb, and no other`() throws {
        let verbs = Verb.allCases.map(\.rawValue)
        #expect(try bashCompletions("parallaxctl ") == verbs)
        #expect(try bashCompletions("parallaxctl --") == ["--version", "--help"])
        let fish = try Completion("parallaxctl.fish")
        #expect(try fish.words(#"(?m)^set -l verbs (.*)$"#) == verbs)
        #expect(try fish.words(#"\$verbs" -a (\S+)"#) == verbs)
        let zsh = try Completion("_parallaxctl")
        #expect(try zsh.words(#"\n        '(\w+):"#) == verbs)
    }

    @Test(arguments: Verb.allCases)
    func `completions offer what a verb takes, and no other`(verb: Verb) throws {
        let options = Set(verb.options.map { "--\($0)" })
        let bash = try bashCompletions("parallaxctl \(verb) --")
        #expect(bash.sorted() == (options + ["--help"]).sorted())
        #expect(try bashCompletions("parallaxctl \(verb) ").contains("FILES") == verb.takesFile)

        let fish = try Completion("parallaxctl.fish")
        let offered = try fish.words(#"from (?:\w+ )*\#(verb)(?: \w+)*' -l (\w+)"#)
        #expect(offered.map { "--\($0)" }.sorted() == options.sorted())

        // An option has a variable of its name where more verbs than one take it.
        let zsh = try Completion("_parallaxctl")
        let line = try zsh.words(#"\((?:\w+\|)*\#(verb)(?:\|\w+)*\)([^;]*);;"#).joined(separator: " ")
        let named = Set(line.matches(of: /(?:\$|'--)(\w+)/).map { "--\($0.1)" })
        #expect(named == options.union(["--help"]))
    }

    @Test func `each option takes a value in each shell where it does in the help`() throws {
        let fish = try Completion("parallaxctl.fish"), zsh = try Completion("_parallaxctl")
        let values = Option.allCases.filter { $0.placeholder != nil }.map(\.rawValue).sorted()
        #expect(try fish.words(#"-l (\w+) -[xr]"#).sorted() == values)
        #expect(try zsh.words(#"'--(\w+)=\["#).sorted() == values)
        for option in Option.allCases {
            let verb = try #require(Verb.allCases.first { !$0.takesFile && $0.options.contains(option) })
            let offers = try bashCompletions("parallaxctl \(verb) --\(option) --")
            #expect(offers.contains("--help") == (option.placeholder == nil), "\(option)")
            let value = option.placeholder == nil ? "" : "list "
            #expect(try bashCompletions("parallaxctl --\(option) \(value)recen") == ["recenter"], "\(option)")
        }
    }

    @Test(arguments: [
        ("parallaxctl re", ["recenter", "record", "replay"]), ("parallaxctl --json sta", ["status"]),
        ("parallaxctl --rate 30 wa", ["watch"]), ("parallaxctl tilt --rate=", []),
        ("parallaxctl status --socket=/ru", ["FILES"]), ("parallaxctl record --seconds 3 ", ["FILES"]),
        ("parallaxctl doctor ", []), ("parallaxctl doctor --report ", ["FILES"]),
        ("parallaxctl doctor --report --f", ["--force"]), ("parallaxctl replay x --j", ["--json"]),
    ])
    func `bash completes the word at the end of a line`(line: String, offers: [String]) throws {
        #expect(try bashCompletions(line) == offers)
    }
}

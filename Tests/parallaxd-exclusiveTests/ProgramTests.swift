import Foundation
import LinuxIO
import TestSupport
import Testing

/// The program itself, as a process.
@Suite(.timeLimit(.minutes(10))) struct ProgramTests {
    private func run(_ arguments: String..., behind prefix: [String] = []) throws -> (
        status: Int32, output: String, complaint: String
    ) {
        let process = Process(), output = Pipe(), errors = Pipe()
        let bundle = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let program = URL(filePath: bundle).deletingLastPathComponent()
            .appending(path: "parallaxd-exclusive").path
        let command = prefix + [program] + arguments
        process.executableURL = URL(filePath: command[0])
        process.arguments = Array(command.dropFirst())
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let complaint = try errors.fileHandleForReading.readToEnd() ?? Data()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (
            process.terminationStatus, String(decoding: text, as: UTF8.self),
            String(decoding: complaint, as: UTF8.self)
        )
    }

    @Test func `help and version are answers and no errors`() throws {
        let help = try run("--help")
        #expect(help.status == 0)
        #expect(help.output.contains("systemctl enable --now parallaxd-exclusive"))
        let version = try run("--version")
        #expect(version.status == 0)
        #expect(version.output.hasPrefix("parallaxd-exclusive 0."))
    }

    @Test func `the manual explains the options and statuses of the help, and no other option`() throws {
        let help = try run("--help").output, manual = try Manual("parallaxd-exclusive.8")
        #expect(options(inHelp: help) == ["--socket PATH", "--version", "--help"])
        #expect(manual.terms("OPTIONS") == options(inHelp: help))
        let statuses = statuses(inHelp: help)
        #expect(statuses.isSuperset(of: ["64", "77"]))
        #expect(statuses.isSubset(of: manual.terms("EXIT STATUS")))
    }

    @Test(arguments: ["--nonsense", "--socket", "more"])
    func `wrong options are told with the usage`(option: String) throws {
        let refusal = try run(option)
        #expect(refusal.status == 64)
        #expect(refusal.complaint.contains("wrong options: \(option)\nUsage: parallaxd-exclusive"))
    }

    /// On the machine of a fixture there are only IIO devices.
    @Test func `without uinput it says what to do`() throws {
        let fixtures = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Fixtures").path
        let machine = ["/usr/bin/python3", "umockdev_feed.py", "devices/linx1020-da280-polled"]
        let refusal = try run(
            behind: [machine[0]] + machine.dropFirst().map { "\(fixtures)/\($0)" } + ["--"])
        #expect(refusal.status == 69)
        #expect(refusal.complaint.contains("there is no /dev/uinput: load the kernel's module uinput"))
    }
}

import Foundation

/// What our completion for a shell knows, by its text.
package struct Completion {
    private let text: String

    /// `file`: such as `parallaxctl.fish`.
    package init(_ file: String) throws {
        text = try String(
            contentsOf: repository.appending(path: "completions/\(file)"), encoding: .utf8)
    }

    /// What stands in the places of a pattern's group, without zsh's backslashes.
    package func words(_ pattern: String) throws -> [String] {
        try text.matches(of: Regex(pattern, as: (Substring, Substring).self))
            .flatMap { $0.1.split(separator: /\s+/) }
            .map { String($0).replacing(#"\"#, with: "") }
    }
}

/// What bash offers at the end of a line, by our completion. Files are `FILES`.
package func bashCompletions(_ line: String) throws -> [String] {
    let program = line.prefix { $0 != " " }
    let completion = repository.appending(path: "completions/\(program).bash").path
    let script = """
        set -eu
        source "$1"
        compopt() { [ "$*" != "-o default" ] || echo FILES; }
        COMP_LINE=$2 COMP_POINT=${#2} COMPREPLY=()
        _\(program) || exit
        [ ${#COMPREPLY[@]} = 0 ] || printf '%s\\n' "${COMPREPLY[@]}"
        """
    let bash = Process(), output = Pipe()
    bash.executableURL = URL(filePath: "/bin/bash")
    bash.arguments = ["-c", script, "bash", completion, line]
    bash.standardOutput = output
    try bash.run()
    let said = try output.fileHandleForReading.readToEnd() ?? Data()
    bash.waitUntilExit()
    guard bash.terminationStatus == 0 else { throw Failed(line: line, status: bash.terminationStatus) }
    return String(decoding: said, as: UTF8.self).split(separator: "\n").map(String.init)
}

private struct Failed: Error {
    var line: String
    var status: Int32
}

import Foundation

/// A page of the manual, as text without markup.
package struct Manual {
    private let lines: [String]

    /// `page`: such as `parallaxd.8`.
    package init(_ page: String) throws {
        let file = repository.appending(path: "man/\(page).scd")
        lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    /// What a section explains, in its order: lines with an indented text below, without markup.
    package func terms(_ section: String) -> [String] {
        let body = self.body(section)
        return zip(body, body.dropFirst()).filter { !$0.hasPrefix("\t") && $1.hasPrefix("\t") }
            .map { plain($0.0) }
    }

    /// The lines of a section, without markup.
    package func plainLines(_ section: String) -> [String] { body(section).map(plain) }

    /// What is bold in a section.
    package func boldWords(_ section: String) -> Set<String> {
        Set(body(section).flatMap { $0.matches(of: /\*([^*]+)\*/).map { String($0.1) } })
    }

    private func body(_ section: String) -> [String] {
        Array(lines.drop { $0 != "# \(section)" }.dropFirst().prefix { !$0.hasPrefix("# ") })
    }
}

private func plain(_ line: String) -> String {
    line.replacing(/[*_]|\+\+$/, with: "")
}

/// The options of a help text, such as `--rate HZ`, in its order.
package func options(inHelp help: String) -> [String] {
    help.matches(of: /\n  (--\S+(?: \S+)?)(?=  |\n)/).map { String($0.1) }
}

/// The exit statuses that a help text names at its end.
package func statuses(inHelp help: String) -> Set<String> {
    let tail = help.split(separator: /Exit\s+status:/).dropFirst().last ?? ""
    return Set(tail.matches(of: /\d+/).map { String($0.0) })
}

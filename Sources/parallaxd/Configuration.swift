import CIni
import LinuxIO

/// The file of options: INI without sections, each key an option without its dashes.
enum Configuration {
    /// Where it is looked for unless told otherwise: /etc for root, else among the user's own.
    static var standardPath: String? {
        if ownUser == 0 { return "/etc/parallaxd.conf" }
        let directory = environment("XDG_CONFIG_HOME") ?? environment("HOME").map { $0 + "/.config" }
        return directory.map { $0 + "/parallaxd.conf" }
    }

    /// The options in `path`, which must be there, or in the standard file, which need not.
    static func options(in path: String?) throws(Stop) -> Options {
        guard let file = path ?? standardPath, path != nil || fileExists(file) else { return Options() }
        let text: [UInt8]
        do throws(Errno) { text = try readFile(file) } catch {
            throw Stop(error.isPermission ? .noPermission : .noInput, "\(file): \(error)")
        }
        return try options(text, of: file)
    }

    static func options(_ text: [UInt8], of file: String) throws(Stop) -> Options {
        var options = Options()
        let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            do throws(Options.UsageError) {
                for (key, value) in try entries(line) {
                    guard !value.isEmpty else { throw Options.UsageError(message: "\(key) needs a value") }
                    try options.set(key, to: value)
                }
            } catch {
                throw Stop(.badConfiguration, "\(file):\(index + 1): \(error.message)")
            }
        }
        return options
    }

    /// What a line sets: one thing, or nothing where it is empty or a comment.
    private static func entries(_ line: ArraySlice<UInt8>) throws(Options.UsageError) -> [(String, String)] {
        // inih cuts a longer line in pieces.
        guard line.count < 190, !line.contains(0) else {
            throw Options.UsageError(message: "a line has at most 190 bytes, and none of them is 0")
        }
        final class Found { var entries: [(String, String)] = [] }
        let found = Found(), text = String(decoding: line, as: UTF8.self)
        let result = unsafe ini_parse_string(
            text,
            { found, section, key, value in
                guard let found = unsafe found, let section = unsafe section, let key = unsafe key,
                    let value = unsafe value, unsafe section.pointee == 0
                else { return 0 }
                unsafe Unmanaged<Found>.fromOpaque(found).takeUnretainedValue()
                    .entries.append((String(cString: key), String(cString: value)))
                return 1
            }, Unmanaged.passUnretained(found).toOpaque())
        let isSection = text.drop(while: \.isWhitespace).first == "["
        guard result == 0, !isSection else {
            throw Options.UsageError(message: "this is not \"key = value\": \(text)")
        }
        return found.entries
    }
}

import MotionWire

/// What the program can be asked to do.
enum Verb: String, CaseIterable {
    case list, watch, tilt, status, recenter, record, replay, doctor, calibrate

    /// What it takes besides `--help`.
    var options: [Option] {
        switch self {
        case .list: [.json]
        case .watch: [.rate, .socket]
        case .tilt: [.json, .rate, .count, .seconds, .socket]
        case .status, .recenter: [.json, .socket]
        case .record: [.seconds, .force, .socket]
        case .replay: [.json]
        case .doctor: [.json, .report, .force, .device, .socket]
        case .calibrate: [.save, .hwdb, .json, .socket]
        }
    }

    var takesFile: Bool { self == .record || self == .replay }
}

/// An option's name without its dashes.
enum Option: String, CaseIterable {
    case json, rate, count, seconds, force, report, save, hwdb, device, socket

    /// What stands for its value in a usage line; nil where it has none.
    var placeholder: String? {
        switch self {
        case .json, .force, .report, .save, .hwdb: nil
        case .rate: "HZ"
        case .count, .seconds: "N"
        case .device: "DEVICE"
        case .socket: "PATH"
        }
    }
}

/// What the options say; nil where they say nothing.
struct Options: Hashable {
    var json = false
    var force = false
    var save = false
    var hwdb = false
    var rate: Double?
    var count: Int?
    var seconds: Double?
    var report = false
    var device: String?
    var socket: String?
    /// The verb's FILE; "-" is standard input or output.
    var file = "-"
}

/// A command line that was understood.
enum Command: Hashable {
    case run(Verb, Options)
    case help(Verb?)
    case version

    /// `arguments`: without the program's name.
    init(arguments: [String]) throws(Failure) {
        var words = Words(arguments)
        try words.read()
        if words.wantsVersion {
            self = .version
        } else if words.wantsHelp {
            self = .help(try words.operands.first.map { name throws(Failure) in try knownVerb(name) })
        } else {
            self = try words.command()
        }
    }
}

/// The command line's words, sorted into options and the rest.
private struct Words {
    private var rest: ArraySlice<String>
    private var options = Options()
    private var given: [Option] = []
    private(set) var operands: [String] = []
    private(set) var wantsHelp = false
    private(set) var wantsVersion = false

    init(_ arguments: [String]) { rest = arguments[...] }

    mutating func read() throws(Failure) {
        while let word = rest.popFirst() {
            if word == "--" {
                operands += rest
                return
            } else if word == "--help" {
                wantsHelp = true
            } else if word == "--version" {
                wantsVersion = true
            } else if word.hasPrefix("-"), word != "-" {
                try readOption(word)
            } else {
                operands.append(word)
            }
        }
    }

    /// Whose usage a failure shows; nil where the verb does not stand before.
    private var verb: Verb? { operands.first.flatMap(Verb.init) }

    private mutating func readOption(_ word: String) throws(Failure) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard word.hasPrefix("--"), let option = Option(rawValue: String(parts[0].dropFirst(2))) else {
            throw .usage("there is no option \(parts[0])", verb)
        }
        given.append(option)
        if option.placeholder == nil {
            guard parts.count == 1 else { throw .usage("--\(option) takes no value", verb) }
            set(option)
        } else {
            let value = parts.count == 2 ? String(parts[1]) : rest.popFirst()
            guard let value, !value.isEmpty else { throw .usage("--\(option) needs a value", verb) }
            try set(option, to: value)
        }
    }

    private mutating func set(_ option: Option) {
        switch option {
        case .json: options.json = true
        case .force: options.force = true
        case .report: options.report = true
        case .save: options.save = true
        case .hwdb: options.hwdb = true
        case .rate, .count, .seconds, .device, .socket: break
        }
    }

    private mutating func set(_ option: Option, to value: String) throws(Failure) {
        switch option {
        case .rate:
            guard let rate = Double(value), Subscription.rates.contains(rate) else {
                throw .usage("--rate is a number from 1 to 240, not \(value)", verb)
            }
            options.rate = rate
        case .count:
            guard let count = Int(value), count > 0 else {
                throw .usage("--count is a whole number from 1 up, not \(value)", verb)
            }
            options.count = count
        case .seconds:
            // The upper end is a hundred years: far beyond it nanoseconds overflow.
            guard let seconds = Double(value), seconds > 0, seconds < 3e9 else {
                throw .usage("--seconds is a number above 0, not \(value)", verb)
            }
            options.seconds = seconds
        case .device: options.device = value
        case .socket: options.socket = value
        case .json, .force, .report, .save, .hwdb: break
        }
    }

    func command() throws(Failure) -> Command {
        guard let name = operands.first else { throw .usage("what is to be done?", nil) }
        let verb = try knownVerb(name)
        if let odd = given.first(where: { !verb.options.contains($0) }) {
            throw .usage("\(verb) has no option --\(odd)", verb)
        }
        var options = options
        if verb.takesFile {
            guard operands.count > 1 else { throw .usage("\(verb) needs a FILE", verb) }
            options.file = operands[1]
        }
        if options.report { options.file = operands.dropFirst().first ?? "parallaxd-report.txt" }
        let known = verb.takesFile || options.report ? 2 : 1
        guard operands.count <= known else { throw .usage("\(operands[known]) is too much", verb) }
        if options.report, options.json, options.file == "-" {
            throw .usage("--json and --report - both want standard output", verb)
        }
        return .run(verb, options)
    }
}

private func knownVerb(_ name: String) throws(Failure) -> Verb {
    guard let verb = Verb(rawValue: name) else { throw .usage("there is no verb \(name)", nil) }
    return verb
}

import MotionWire
import Sensors

/// What the command line asks for.
struct Options: Equatable {
    enum Device: Equatable {
        case hardware(DeviceSelector)
        case simulation(SimulatedMotion)
        case replay(file: String)
    }

    var device = Device.hardware(.auto)
    var gyro = GyroSelector.auto
    /// Nil for the default.
    var socket: String?
    var logLevel = Log.Level.info

    static let usage = """
        Usage: parallaxd [OPTION]...
        Reads this machine's motion sensors and tells clients on a socket how it is tilted.

          --device DEVICE     auto (default), an IIO device by id, name, label or sysfs path,
                              sim[:hand|sway|still] for a simulation, replay:FILE for a recording
          --gyro DEVICE       auto (default), none, or an IIO device
          --socket PATH       where to listen (default: PARALLAXD_SOCKET, or as root
                              /run/parallaxd/parallaxd.sock, or $XDG_RUNTIME_DIR/parallaxd.sock)
          --log-level LEVEL   error, warning, info (default) or debug
          --put-back          put back the sensors' settings after a daemon that was killed, and exit
          --version           print the version and exit
          --help              print this and exit

        Exit status: 64 usage, 65 bad recording, 66 no such device or file, 69 nothing to read,
        75 another daemon has the device or the socket, 77 no permission.

        """

    enum Action: Equatable {
        case run(Options)
        case putBack
        case printUsage
        case printVersion
    }

    struct UsageError: Error, Equatable {
        let message: String
    }

    static func parse(_ arguments: [String]) throws(UsageError) -> Action {
        var options = Options()
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                .map(String.init)
            let name = argument.hasPrefix("--") ? parts.first ?? argument : argument
            switch name {
            case "--help", "-h": return .printUsage
            case "--version": return .printVersion
            case "--put-back": return .putBack
            case "--device", "--gyro", "--socket", "--log-level":
                guard let value = parts.count > 1 ? parts[1] : rest.popFirst(), !value.isEmpty else {
                    throw UsageError(message: "\(name) needs a value")
                }
                try options.set(name, to: value)
            default: throw UsageError(message: "unknown option \(argument)")
            }
        }
        return .run(options)
    }

    private mutating func set(_ name: String, to value: String) throws(UsageError) {
        switch name {
        case "--device": device = try parseDevice(value)
        case "--gyro": gyro = value == "auto" ? .auto : value == "none" ? .none : .named(value)
        case "--socket": socket = value
        default:
            guard let level = Log.Level(name: value) else {
                throw UsageError(message: "--log-level is error, warning, info or debug, not \(value)")
            }
            logLevel = level
        }
    }
}

private func parseDevice(_ value: String) throws(Options.UsageError) -> Options.Device {
    if value == "auto" { return .hardware(.auto) }
    if value == "sim" { return .simulation(.hand) }
    if value.hasPrefix("sim:") {
        guard let motion = SimulatedMotion(rawValue: String(value.dropFirst(4))) else {
            let known = SimulatedMotion.allCases.map(\.rawValue).joined(separator: ", ")
            throw Options.UsageError(message: "the simulation knows \(known), not \(value.dropFirst(4))")
        }
        return .simulation(motion)
    }
    if value.hasPrefix("replay:") {
        guard value.count > 7 else { throw Options.UsageError(message: "replay: needs a file") }
        return .replay(file: String(value.dropFirst(7)))
    }
    return .hardware(.named(value))
}

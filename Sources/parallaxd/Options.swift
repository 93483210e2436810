import LinuxIO
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
    /// Whether the accelerometer is only read where iio-sensor-proxy does not read it too.
    var isExclusive = false
    /// Nil for the default.
    var socket: String?
    var logLevel = Log.Level.info
    var access = Access()
    /// The file with more of them; nil for the standard one.
    var configuration: String?

    static let usage = """
        Usage: parallaxd [OPTION]...
        Reads this machine's motion sensors and tells clients on a socket how it is tilted.

          --device DEVICE     auto (default), an IIO device by id, name, label or sysfs path,
                              sim[:hand|sway|still] for a simulation, replay:FILE for a recording
          --gyro DEVICE       auto (default), none, or an IIO device
          --exclusive         do not share the accelerometer with iio-sensor-proxy: needs
                              parallaxd-exclusive.service, which turns the screen instead
          --socket PATH       where to listen (default: PARALLAXD_SOCKET, or as root
                              /run/parallaxd/parallaxd.sock, or $XDG_RUNTIME_DIR/parallaxd.sock)
          --users NAME,...    who may connect besides root, the daemon's user and who sits at the seat
          --groups NAME,...   whose members may
          --log-level LEVEL   error, warning, info (default) or debug
          --config FILE       further options, a line "key = value" each, without the dashes
                              (default: /etc/parallaxd.conf, or ~/.config/parallaxd.conf of a user)
          --check-config      say whether that file is right, and exit
          --put-back          put back the sensors' settings after a daemon that was killed, and exit
          --version           print the version and exit
          --help              print this and exit

        Exit status: 64 usage, 65 bad recording, 66 no such device or file, 69 nothing to read,
        75 another daemon has the device or the socket, 77 no permission, 78 bad configuration.

        """

    enum Action: Equatable {
        case run(Options)
        /// Of a file, or of the standard one.
        case checkConfiguration(String?)
        case putBack
        case printUsage
        case printVersion
    }

    struct UsageError: Error, Equatable {
        let message: String
    }

    /// The keys of the configuration: options that are more than a request to this program.
    static let keys = sensorKeys + ["socket", "users", "groups", "log-level"]
    /// Those that say which sensors are read.
    static let sensorKeys = ["device", "gyro", "exclusive"]

    /// What `arguments` ask for; what they leave open is as in `base`.
    static func parse(_ arguments: [String], over base: Options = Options()) throws(UsageError) -> Action {
        var options = base
        var isCheck = false
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                .map(String.init)
            let name = argument.hasPrefix("--") ? parts.first ?? argument : argument
            switch name {
            case "--help", "-h": return .printUsage
            case "--version": return .printVersion
            case "--put-back": return .putBack
            case "--exclusive" where parts.count == 1: options.isExclusive = true
            case "--check-config": isCheck = true
            default:
                guard name == "--config" || keys.contains(String(name.dropFirst(2))), name.hasPrefix("--")
                else {
                    throw UsageError(message: "unknown option \(argument)")
                }
                guard let value = parts.count > 1 ? parts[1] : rest.popFirst(), !value.isEmpty else {
                    throw UsageError(message: "\(name) needs a value")
                }
                if name == "--config" { options.configuration = value; continue }
                try options.set(String(name.dropFirst(2)), to: value)
            }
        }
        return isCheck ? .checkConfiguration(options.configuration) : .run(options)
    }

    /// The keys whose values are others than in `old`.
    func changes(since old: Options) -> [String] {
        let isSame = [
            "device": device == old.device, "gyro": gyro == old.gyro,
            "exclusive": isExclusive == old.isExclusive, "socket": socket == old.socket,
            "users": access.users == old.access.users, "groups": access.groups == old.access.groups,
            "log-level": logLevel == old.logLevel,
        ]
        return Options.keys.filter { isSame[$0] == false }
    }

    /// Sets what a key of the configuration, or the option of that name, is for.
    mutating func set(_ key: String, to value: String) throws(UsageError) {
        switch key {
        case "device": device = try parseDevice(value)
        case "gyro": gyro = value == "auto" ? .auto : value == "none" ? .none : .named(value)
        case "exclusive":
            guard ["yes", "no"].contains(value) else {
                throw UsageError(message: "exclusive is yes or no, not \(value)")
            }
            isExclusive = value == "yes"
        case "socket": socket = value
        case "users": access.users = try numbers(value, "user", userNumber)
        case "groups": access.groups = try numbers(value, "group", groupNumber)
        case "log-level":
            guard let level = Log.Level(name: value) else {
                throw UsageError(message: "log-level is error, warning, info or debug, not \(value)")
            }
            logLevel = level
        default:
            throw UsageError(message: "unknown key \(key); there are \(Options.keys.joined(separator: ", "))")
        }
    }
}

/// The numbers of names that stand in a list.
private func numbers(
    _ list: String, _ kind: String, _ number: (String) -> UInt32?
) throws(Options.UsageError) -> Set<UInt32> {
    var numbers: Set<UInt32> = []
    for name in list.split(whereSeparator: { $0 == "," || $0 == " " }).map(String.init) {
        guard let found = number(name) else {
            throw Options.UsageError(message: "there is no \(kind) \(name)")
        }
        numbers.insert(found)
    }
    return numbers
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

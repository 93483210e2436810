import Glibc
import LinuxIO
import MotionWire
import Sensors

@main struct Main {
    static func main() {
        do throws(Stop) {
            let invocation = Invocation(arguments: Array(CommandLine.arguments.dropFirst()))
            switch try invocation.action() {
            case .printUsage: print(Options.usage, terminator: "")
            case .printVersion: print("parallaxd \(version)")
            case .putBack: putBack()
            case .checkConfiguration(let file): try check(file)
            case .run(let options): try serve(options, of: invocation)
            }
        } catch {
            Log(.error)(.error, error.message)
            Activation.refuse(error)
            exit(error.status.rawValue)
        }
    }

    private static func check(_ file: String?) throws(Stop) {
        _ = try Configuration.options(in: file)
        print("\(file ?? Configuration.standardPath ?? "no configuration"): ok")
    }

    /// What daemons changed that did not live to put it back; one that runs has its devices to itself.
    private static func putBack() {
        guard let directory = SocketPath.runtimeDirectory else { return }
        let log = Log(.info)
        SettingsNote.settleAll(in: directory) { id, failure in
            if let failure {
                log(.warning, "\(id): its settings could not be put back (\(failure))")
            } else {
                log(.info, "\(id): put back the settings that a killed daemon left")
            }
        }
    }

    @MainActor private static func serve(_ options: Options, of invocation: Invocation) throws(Stop) {
        let log = Log(options.logLevel)
        if ownUser == 0 {
            do throws(Errno) { try makeDirectory(SocketPath.systemDirectory) } catch {
                log(.warning, "\(SocketPath.systemDirectory) cannot be made: \(error)")
            }
        }
        let supply = try SensorSupply(options, log)
        try supply.claim(log)
        // Before there is a socket: from then on a signal must not end this without removing it.
        let signals: SignalSource
        do throws(Errno) { signals = try SignalSource(SignalSource.stopping) } catch { throw Stop(error) }
        let server = try server(options, log)
        log(.info, "listens at \(server.path)")
        do throws(Errno) {
            try Daemon(options, of: invocation, supply, server: server, signals: signals, log: log).run()
        } catch {
            throw Stop(error)
        }
    }

    /// systemd's socket, else one of our own.
    private static func server(_ options: Options, _ log: Log) throws(Stop) -> ServerSocket {
        guard let passed = try Activation.socket() else { return try server(at: options.socket) }
        if let path = options.socket, path != passed.path {
            log(.warning, "systemd listens at \(passed.path), so the socket \(path) does not count")
        }
        return passed
    }

    private static func server(at path: String?) throws(Stop) -> ServerSocket {
        guard let path = path ?? SocketPath.ofDaemon else {
            throw Stop(.usage, "there is no XDG_RUNTIME_DIR to listen in: say where with --socket PATH")
        }
        do throws(ServerSocket.Failure) { return try ServerSocket(path: path) } catch {
            switch error {
            case .taken(let peer):
                throw Stop(.tryAgain, "\(path) is in use by \(peer.title)")
            case .occupied:
                throw Stop(
                    .tryAgain, "\(path) is there already and no socket: remove it or choose another path")
            case .system(.nameTooLong):
                throw Stop(.usage, "\(path) is longer than the 107 bytes of a socket's path")
            case .system(let reason) where reason.isPermission:
                throw Stop(
                    .noPermission,
                    "no permission to listen at \(path): run as root, or choose another place with --socket PATH"
                )
            case .system(let reason):
                throw Stop(.unavailable, "cannot listen at \(path): \(reason)")
            }
        }
    }
}

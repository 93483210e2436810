import Glibc
import LinuxIO
import MotionWire

@main struct Main {
    private static let usage = """
        Usage: parallaxd-exclusive [--socket PATH]
        Gives iio-sensor-proxy an input device to turn the screen by, so that parallaxd has the
        accelerometer to itself. It is a part of parallaxd-exclusive.service:

          systemctl enable --now parallaxd-exclusive      turns that on
          systemctl disable --now parallaxd-exclusive     turns it off

          --socket PATH       where the daemon listens (default: PARALLAXD_SOCKET, or
                              /run/parallaxd/parallaxd.sock)
          --version           print the version and exit
          --help              print this and exit

        Exit status: 64 usage, 69 no uinput in this kernel, 77 no permission.

        """

    private static let deviceName = "parallaxd accelerometer"

    static func main() {
        do throws(Stop) { try run(Array(CommandLine.arguments.dropFirst())) } catch {
            writeError("parallaxd-exclusive: \(error.message)\n")
            exit(error.status.rawValue)
        }
    }

    private static func run(_ arguments: [String]) throws(Stop) {
        switch (arguments.first, arguments.dropFirst().first, arguments.count) {
        case (nil, _, _): try serve(SocketPath.ofClient)
        case ("--socket", let path?, 2): try serve(path)
        case ("--help", _, 1): print(usage, terminator: "")
        case ("--version", _, 1): print("parallaxd-exclusive \(version)")
        default: throw Stop(.usage, "wrong options: \(arguments.joined(separator: " "))\n\(usage)")
        }
    }

    private static func serve(_ socket: String) throws(Stop) {
        // Before there is a device: from then on a signal must end this in order.
        let signals = try system { () throws(Errno) in try SignalSource(SignalSource.stopping) }
        let device = try device()
        guard let node = device.node else {
            throw Stop(.unavailable, "the input device has no node: load the kernel's module evdev")
        }
        let feeder: Feeder
        do throws(Errno) {
            feeder = try Feeder(device, node: node, socket: socket, signals: signals, log: log)
        } catch {
            throw Stop(.systemError, "\(node) cannot be watched: \(error)")
        }
        try feeder.start()
        var isAnnounced = false
        repeat {
            if !isAnnounced, feeder.isReady {
                Store.announce()
                isAnnounced = true
            }
        } while try feeder.serve()
    }

    private static var log: Log { Log(.info, of: "parallaxd-exclusive") }

    private static func device() throws(Stop) -> InputAccelerometer {
        if let device = Store.take() { return device }
        do throws(Errno) {
            let device = try InputAccelerometer(name: deviceName)
            Store.put(device)
            return device
        } catch .noFile, .noDevice, .noSuchAddress {
            throw Stop(.unavailable, "there is no /dev/uinput: load the kernel's module uinput")
        } catch {
            let code = error.isPermission ? ExitCode.noPermission : .systemError
            throw Stop(code, "no input device can be made of /dev/uinput: \(error)")
        }
    }
}

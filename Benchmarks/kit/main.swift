import Glibc
import LinuxIO

let words = Array(CommandLine.arguments.dropFirst())
do throws(Errno) {
    switch words.first {
    case "layers" where words.count == 1: Layers.run()
    case "latency" where words.count == 2: exit(try Latency.measureWriter(at: words[1])?.rawValue ?? 0)
    case "daemon" where words.count == 1: exit(try Latency.measureDaemon()?.rawValue ?? 0)
    default:
        print(
            """
            usage: kit-bench layers         what it takes to place ten thousand layers
                   kit-bench latency PATH   from a frame's writing to deviceMotion; PATH is for a socket
                   kit-bench daemon         from the tick of the daemon that PARALLAXD_SOCKET names
            """)
        exit(ExitCode.usage.rawValue)
    }
} catch {
    print("the measurement failed: \(error)")
    exit(ExitCode.systemError.rawValue)
}

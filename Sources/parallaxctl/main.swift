import Glibc
import LinuxIO

do throws(Failure) {
    try Command(arguments: Array(CommandLine.arguments.dropFirst())).run()
} catch {
    writeError(error.text)
    exit(error.code.rawValue)
}

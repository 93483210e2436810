/// How a program ends that could not do what it was asked, by the numbers of sysexits.h.
package enum ExitCode: Int32, Hashable, Sendable {
    /// It did what it was asked and found a fault.
    case fault = 1
    case usage = 64
    case badData = 65
    case noInput = 66
    case unavailable = 69
    case systemError = 71
    case cannotCreate = 73
    case inputOutput = 74
    case tryAgain = 75
    case badProtocol = 76
    case noPermission = 77
    case badConfiguration = 78
    /// Nobody reads the output any more: what a shell reports of a program that SIGPIPE ended.
    case outputClosed = 141
}

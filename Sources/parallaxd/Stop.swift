import LinuxIO

/// Why the daemon ends, by the numbers of sysexits.
struct Stop: Error, Equatable {
    enum Status: Int32 {
        case usage = 64
        case badData = 65
        case noInput = 66
        case unavailable = 69
        case systemError = 71
        case tryAgain = 75
        case noPermission = 77
    }

    let status: Status
    let message: String

    init(_ status: Status, _ message: String) {
        self.status = status
        self.message = message
    }

    init(_ error: Errno) { self.init(.systemError, "a system call failed: \(error)") }
}

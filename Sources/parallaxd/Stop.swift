import LinuxIO

/// Why the daemon ends.
struct Stop: Error, Equatable {
    let status: ExitCode
    let message: String

    init(_ status: ExitCode, _ message: String) {
        self.status = status
        self.message = message
    }

    init(_ error: Errno) { self.init(.systemError, "a system call failed: \(error)") }
}

/// Why a program ends without having been asked to.
package struct Stop: Error, Equatable {
    package let status: ExitCode
    package let message: String

    package init(_ status: ExitCode, _ message: String) {
        self.status = status
        self.message = message
    }

    /// Without the usage that may follow.
    package var sentence: Substring { message.prefix { $0 != "\n" } }

    package init(_ error: Errno) { self.init(.systemError, "a system call failed: \(error)") }
}

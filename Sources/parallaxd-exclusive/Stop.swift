import LinuxIO

/// Why the program ends without having been asked to.
struct Stop: Error, Equatable {
    let status: ExitCode
    let message: String

    init(_ status: ExitCode, _ message: String) {
        self.status = status
        self.message = message
    }
}

func system<Value: ~Copyable>(_ body: () throws(Errno) -> Value) throws(Stop) -> Value {
    do throws(Errno) { return try body() } catch {
        throw Stop(.systemError, "a system call failed: \(error)")
    }
}

import LinuxIO

/// Ends the program where a system call fails that never should.
func system<Value: ~Copyable>(_ body: () throws(Errno) -> Value) throws(Stop) -> Value {
    do throws(Errno) { return try body() } catch { throw Stop(error) }
}

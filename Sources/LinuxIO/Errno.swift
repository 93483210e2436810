import Glibc

/// A failed system call's reason.
package struct Errno: Error, Hashable, Sendable, CustomStringConvertible {
    package let rawValue: CInt

    package init(rawValue: CInt) { self.rawValue = rawValue }

    package static let accessDenied = Errno(rawValue: EACCES)
    package static let addressInUse = Errno(rawValue: EADDRINUSE)
    package static let brokenPipe = Errno(rawValue: EPIPE)
    package static let busy = Errno(rawValue: EBUSY)
    package static let connectionRefused = Errno(rawValue: ECONNREFUSED)
    package static let connectionReset = Errno(rawValue: ECONNRESET)
    package static let fileExists = Errno(rawValue: EEXIST)
    package static let invalidArgument = Errno(rawValue: EINVAL)
    package static let nameTooLong = Errno(rawValue: ENAMETOOLONG)
    package static let noDevice = Errno(rawValue: ENODEV)
    package static let noFile = Errno(rawValue: ENOENT)
    package static let noSuchAddress = Errno(rawValue: ENXIO)
    package static let notPermitted = Errno(rawValue: EPERM)
    package static let notSupported = Errno(rawValue: ENOTSUP)
    package static let outOfDescriptors = Errno(rawValue: EMFILE)
    package static let range = Errno(rawValue: ERANGE)
    package static let wouldBlock = Errno(rawValue: EAGAIN)

    package static var current: Errno { Errno(rawValue: errno) }

    package var description: String {
        guard let text = unsafe strerror(rawValue) else { return "error \(rawValue)" }
        return unsafe String(cString: text)
    }

    /// Whether more rights would help.
    package var isPermission: Bool { self == .accessDenied || self == .notPermitted }
}

/// Turns a C call that returns a negative errno into a throw.
@discardableResult
package func check(_ result: CInt) throws(Errno) -> CInt {
    guard result >= 0 else { throw Errno(rawValue: -result) }
    return result
}

/// Turns a system call that returns −1 and sets errno into a throw, and repeats it when a signal cut in.
@discardableResult
func syscall<Result: SignedInteger>(_ call: () -> Result) throws(Errno) -> Result {
    while true {
        let result = call()
        if result != -1 { return result }
        let reason = Errno.current
        guard reason.rawValue == EINTR else { throw reason }
    }
}

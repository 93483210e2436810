import CLinux
import Glibc

/// Becomes readable when one of its signals came; they are blocked otherwise.
package struct SignalSource: ~Copyable {
    /// Those that ask a program to end.
    package static let stopping = [SIGTERM, SIGINT, hangUp, SIGQUIT]
    /// A terminal is gone; what runs without one is to read its configuration again.
    package static let hangUp = SIGHUP

    private let signals: Descriptor

    /// Also ignores SIGPIPE: a peer that went away is an error of the write.
    package init(_ numbers: [CInt]) throws(Errno) {
        var mask = sigset_t()
        unsafe sigemptyset(&mask)
        for number in numbers { unsafe sigaddset(&mask, number) }
        try check(-(unsafe pthread_sigmask(SIG_BLOCK, &mask, nil)))
        let flags = CInt(SFD_NONBLOCK) | CInt(SFD_CLOEXEC)
        signals = Descriptor(owning: try syscall { unsafe signalfd(-1, &mask, flags) })
        signal(SIGPIPE, SIG_IGN)
    }

    package var descriptor: CInt { signals.rawValue }

    /// The signal that came; nil when none did.
    package func next() throws(Errno) -> CInt? {
        var information = signalfd_siginfo()
        do throws(Errno) {
            try syscall {
                unsafe withUnsafeMutableBytes(of: &information) {
                    unsafe read(signals.rawValue, $0.baseAddress, $0.count)
                }
            }
        } catch .wouldBlock {
            return nil
        }
        return CInt(information.ssi_signo)
    }
}

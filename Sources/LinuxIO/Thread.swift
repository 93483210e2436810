import CLinux
import Glibc

/// This process; another one after a fork.
package var ownProcess: Int32 { getpid() }

/// Runs `body` on a thread of its own, which gets none of the program's signals.
///
/// `name`: as `/proc` shows it, at most 15 bytes.
package func startThread(_ name: String, _ body: @escaping @Sendable () -> Void) throws(Errno) {
    precondition(name.utf8.count <= 15, "the kernel keeps 15 bytes of a thread's name")
    var all = sigset_t(), before = sigset_t()
    unsafe sigfillset(&all)
    // A thread begins with the mask of the one that makes it.
    unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    let start = unsafe Unmanaged.passRetained(ThreadStart(name, body))
    var thread = pthread_t()
    let result = unsafe pthread_create(
        &thread, nil,
        { argument in
            guard let argument = unsafe argument else { return nil }
            let start = unsafe Unmanaged<ThreadStart>.fromOpaque(argument).takeRetainedValue()
            unsafe pthread_setname_np(pthread_self(), start.name)
            start.body()
            return nil
        }, start.toOpaque())
    guard result == 0 else {
        unsafe start.release()
        throw Errno(rawValue: result)
    }
    pthread_detach(thread)
}

private final class ThreadStart: Sendable {
    let name: String
    let body: @Sendable () -> Void

    init(_ name: String, _ body: @escaping @Sendable () -> Void) {
        self.name = name
        self.body = body
    }
}

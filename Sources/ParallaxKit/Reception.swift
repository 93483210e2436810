import LinuxIO
import Synchronization

/// The receiver of a process, which any thread may use, and the thread that runs it.
final class Reception: Sendable {
    private let process = ownProcess
    private let receiver = Lock(Receiver(.ofProcess()))
    /// That of a child process, which has neither this one's thread nor a right to its connection.
    private let child = AtomicLazyReference<Reception>()

    /// That of this process.
    var current: Reception {
        if process == ownProcess { return self }
        return (child.load() ?? child.storeIfNil(Reception())).current
    }

    /// Uses the receiver, and sees to it that somebody runs it.
    func use<Result: Sendable>(_ body: (inout Receiver, _ now: Int64) -> Result) -> Result {
        receiver.withLock { receiver in
            let result = body(&receiver, monotonicNanoseconds())
            if let thread = receiver.threadToStart() { start(thread, &receiver) }
            return result
        }
    }

    private func start(_ thread: UInt64, _ receiver: inout Receiver) {
        do throws(Errno) { try startThread("parallax-motion") { [self] in run(thread) } } catch {
            receiver.noThread(.connecting(reason: "no thread can be started for motion: \(error)"))
        }
    }

    private func run(_ thread: UInt64) {
        while let descriptor = receiver.withLock({ $0.descriptor(forThread: thread) }) {
            // What is wrong with the descriptor is told by the one who takes from it.
            do throws(Errno) { try waitUntilReadable(descriptor) } catch {}
            receiver.withLock { $0.take(asThread: thread, at: monotonicNanoseconds()) }?()
        }
    }

    /// Takes what waits, as the one who runs the receiver.
    func take() {
        // Outside of the lock: whoever gets the motion may use it.
        receiver.withLock { $0.take(at: monotonicNanoseconds()) }?()
    }

    func attach() throws(Errno) -> CInt {
        try receiver.withLock { receiver throws(Errno) in try receiver.attach() }
    }
}

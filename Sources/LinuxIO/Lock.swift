import Glibc
import Synchronization

/// A value that one thread at a time uses, for which the others wait by pthread's lock.
///
/// Swift's own lock is inside, where nobody ever waits for it: its waiting is not seen by the thread
/// sanitizer, and in a process that `fork` made it takes the thread for one of the parent's and traps.
@safe package struct Lock<Value: ~Copyable>: ~Copyable, Sendable {
    /// The address of a `pthread_mutex_t`, which only pthread uses.
    private let gate: UInt
    private let value: Mutex<Value>

    package init(_ value: consuming sending Value) {
        let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        unsafe pthread_mutex_init(mutex, nil)
        gate = UInt(bitPattern: mutex)
        self.value = Mutex(value)
    }

    deinit {
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
    }

    private var mutex: UnsafeMutablePointer<pthread_mutex_t> {
        guard let mutex = unsafe UnsafeMutablePointer<pthread_mutex_t>(bitPattern: gate) else {
            preconditionFailure("what was allocated is somewhere")
        }
        return unsafe mutex
    }

    package borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return try value.withLock(body)
    }
}

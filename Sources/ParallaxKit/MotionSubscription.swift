/// A use of motion that lasts until it is cancelled or nobody holds it any longer.
public final class MotionSubscription: Sendable {
    private let reception: Reception
    private let number: UInt64

    init(_ reception: Reception, rate: Double, _ deliver: @escaping @Sendable (DeviceMotion) -> Void) {
        self.reception = reception
        let user = Receiver.User(pace: Pace(rate: rate), deliver: deliver)
        number = reception.use { $0.add(user, at: $1) }
    }

    deinit { cancel() }

    /// Ends the use; once is enough. A call that has begun on another thread may still come to its end.
    public func cancel() {
        // In a child process, which never had it, there is nothing to cancel.
        guard reception.current === reception else { return }
        _ = reception.use { $0.remove(number, at: $1) }
    }
}

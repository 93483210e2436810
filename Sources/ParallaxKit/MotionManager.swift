import LinuxIO
import MotionWire

/// The one way of a program to motion: one connection to the daemon, however many use it.
///
/// Any thread may use it. The connection is made for the first user and ended 2 s after the last one has
/// left; it is made anew by itself when the daemon is back. Users are those who have ``updates(rate:)``, a
/// ``MotionSubscription``, or asked for ``deviceMotion`` within the last 2 s.
///
/// By itself it runs on a thread of its own, which is there only while motion is used. A program with a loop
/// may run it there instead: see ``attach()``. A child process that `fork` made, and that goes on without
/// `exec`, has none of its parent's users and begins anew.
public final class MotionManager: Sendable {
    /// That of this program.
    public static let shared = MotionManager()

    private let first = Reception()
    private var reception: Reception { first.current }

    private init() {}
}

// How motion is had.
extension MotionManager {
    /// The newest motion; nil before the first one, and while nobody uses motion.
    ///
    /// Asking makes a user of you, so the first answer is nil. The motion stays while the daemon is away: its
    /// time tells how old it is.
    public var deviceMotion: DeviceMotion? { reception.use { $0.poll(at: $1) } }

    /// What parallax effects are to follow at a moment, such as that of a frame's presentation.
    ///
    /// It is carried on from the newest motion by at most 0.1 s; at rest before the first one.
    public func predicted(at moment: Timestamp) -> ParallaxPose {
        deviceMotion?.predicted(at: moment).pose ?? ParallaxPose(reducesMotion: reduceMotion)
    }

    /// Motion as it comes, `rate` times a second (1…240), the newest only: who is slow misses some.
    ///
    /// It goes on while the daemon is away, and ends with the task that waits for it or with the sequence.
    public func updates(rate: Double = 60) -> AsyncStream<DeviceMotion> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: DeviceMotion.self, bufferingPolicy: .bufferingNewest(1))
        let subscription = startUpdates(rate: rate) { continuation.yield($0) }
        continuation.onTermination = { _ in subscription.cancel() }
        return stream
    }

    /// Calls `body` with motion as it comes, `rate` times a second (1…240), until the subscription is
    /// cancelled or let go.
    ///
    /// `body` runs on the manager's thread, or in ``takePending()`` of a program that runs the manager
    /// itself; what takes long there keeps all other users waiting.
    public func startUpdates(
        rate: Double = 60, _ body: @escaping @Sendable (DeviceMotion) -> Void
    ) -> MotionSubscription {
        MotionSubscription(reception, rate: capped(rate), body)
    }

    /// Seconds between two motions for those who ask for ``deviceMotion``, 1/240…1; 1/60 at first.
    ///
    /// The fastest user decides how often motion comes, so it may be newer than asked for.
    public var updateInterval: Double {
        get { reception.use { receiver, _ in 1 / receiver.pollRate } }
        set { reception.use { receiver, _ in receiver.pollRate = capped(1 / newValue) } }
    }
}

// How it fares.
extension MotionManager {
    /// Whether motion is there or can be expected: false where there is no daemon, or none that serves this
    /// program, and where it has no sensor.
    ///
    /// While nobody uses motion only the daemon's socket is looked for.
    public var isAvailable: Bool {
        switch state {
        case .idle, .connecting(reason: nil): fileExists(SocketPath.ofClient)
        case .connecting, .refused, .noDevice: false
        case .running, .busy, .stale, .suspended: true
        }
    }

    /// Whether somebody uses motion, or did so within the last 2 s.
    public var isActive: Bool { reception.use { receiver, _ in receiver.isActive } }

    /// Whether motion comes, and why not. Looking at it uses no motion.
    public var state: MotionState { reception.use { receiver, _ in receiver.state } }

    /// What the sensor calls itself, for people; nil while it is not known. Looking at it uses no motion.
    public var deviceName: String? { reception.use { receiver, _ in receiver.deviceName } }

    /// The state, and each change of it; who is slow gets the newest. Waiting for it uses no motion.
    public var states: AsyncStream<MotionState> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: MotionState.self, bufferingPolicy: .bufferingNewest(1))
        let reception = reception
        let number = reception.use { receiver, _ in receiver.observe(continuation) }
        continuation.onTermination = { _ in
            guard reception.current === reception else { return }
            _ = reception.use { receiver, _ in receiver.removeObserver(number) }
        }
        return stream
    }
}

// How it is to be.
extension MotionManager {
    /// How the picture is turned counter-clockwise on the screen: a program knows it from its surface.
    ///
    /// The environment's `PARALLAX_SCREEN_ANGLE` (0, 90, 180, 270) at first, else 0.
    public var screenAngle: ScreenAngle {
        get { reception.use { receiver, _ in receiver.settings.screenAngle } }
        set { reception.use { receiver, _ in receiver.settings.screenAngle = newValue } }
    }

    /// Whether parallax effects are to rest, as a person may ask whom motion makes unwell.
    ///
    /// At first true where the environment's `PARALLAX_REDUCE_MOTION` is 1, or where GTK's settings file says
    /// that there are to be no animations and the variable is not 0.
    public var reduceMotion: Bool {
        get { reception.use { receiver, _ in receiver.settings.reducesMotion } }
        set { reception.use { receiver, _ in receiver.settings.reducesMotion = newValue } }
    }

    /// Makes the present pose the neutral one, for this program alone, within 0.15 s.
    ///
    /// While there is no connection yet it happens as soon as there is one; without users nothing does.
    public func recenter() { reception.use { $0.recenter(at: $1) } }
}

// Who runs it.
extension MotionManager {
    /// Leaves it to the caller's loop to run the manager, instead of a thread of its own.
    ///
    /// - Returns: a descriptor that is readable when ``takePending()`` is to be called. It stays the same and
    ///   open for
    ///   the whole life of the process; the caller does nothing with it but wait.
    public func attach() throws(MotionError) -> CInt {
        do throws(Errno) { return try reception.attach() } catch {
            throw MotionError(description: "there is nothing to wait with for motion: \(error)")
        }
    }

    /// Takes what waits without blocking, and calls those who are to be called. Does nothing without
    /// ``attach()``.
    public func takePending() { reception.take() }

    /// Goes back to a thread of the manager's own.
    public func detach() { reception.use { receiver, _ in receiver.detach() } }
}

/// Why motion cannot be had, for people.
public struct MotionError: Error, Hashable, CustomStringConvertible {
    /// A sentence.
    public let description: String
}

extension Timestamp {
    /// This moment.
    public static var now: Timestamp { Timestamp(nanoseconds: monotonicNanoseconds()) }
}

/// Also of what is no number.
private func capped(_ rate: Double) -> Double {
    let rates = Subscription.rates
    return rate >= rates.lowerBound ? min(rate, rates.upperBound) : rates.lowerBound
}

import LinuxIO
import MotionWire

/// What a process has of motion: the link to the daemon, the newest frame, and who wants it.
///
/// It has no thread and no clock: whoever runs it calls `take` when its descriptor is readable.
struct Receiver: ~Copyable {
    /// Seconds that the connection outlives its last user.
    static let linger = 2.0

    struct User: Sendable {
        var pace: Pace
        let deliver: @Sendable (DeviceMotion) -> Void
    }

    /// A motion and those who are to get it.
    struct Delivery: Sendable {
        let motion: DeviceMotion
        let users: [@Sendable (DeviceMotion) -> Void]

        func callAsFunction() { for user in users { user(motion) } }
    }

    /// Who calls `take`.
    private enum Runner: Equatable {
        case nobody
        /// By its number: one that is no longer named here ends.
        case thread(UInt64)
        case caller
    }

    var settings: MotionSettings
    /// Of those who ask for the newest motion, frames a second.
    var pollRate = 60.0
    /// Whether somebody used motion within the last 2 s.
    private(set) var isActive = false

    private var users: [UInt64: User] = [:]
    private var observers: [UInt64: AsyncStream<MotionState>.Continuation] = [:]
    private var lastNumber: UInt64 = 0
    private var lastUse = Int64.min
    private var lastPoll: Int64?
    private var runner = Runner.nobody
    private var frame: Frame?
    private var link: Link?
    private(set) var state = MotionState.idle
    /// Of the daemon's sensor; nil while that is not known.
    var deviceName: String? { mutating get { link?.deviceName } }

    private let path: @Sendable () -> String

    init(_ settings: MotionSettings, path: @escaping @Sendable () -> String = { SocketPath.ofClient }) {
        self.settings = settings
        self.path = path
    }

    private mutating func number() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }

    /// The newest one, in the settings of now.
    private var motion: DeviceMotion? {
        guard let frame else { return nil }
        return DeviceMotion(
            frame, screenAngle: settings.screenAngle, reducesMotion: settings.reducesMotion)
    }
}

// Who uses motion.
extension Receiver {
    /// The newest motion. Whoever asks is a user for as long as the connection lasts by itself.
    mutating func poll(at now: Int64) -> DeviceMotion? {
        let isFirst = !isPolled(at: now)
        lastPoll = now
        // Polls are many; only the first one changes what is wanted.
        use(at: now, changesRate: isFirst)
        return motion
    }

    mutating func add(_ user: User, at now: Int64) -> UInt64 {
        let number = number()
        users[number] = user
        use(at: now, changesRate: true)
        return number
    }

    /// Returns whom it removed: what else goes with it is not to be freed under a lock.
    mutating func remove(_ number: UInt64, at now: Int64) -> User? {
        guard let user = users.removeValue(forKey: number) else { return nil }
        lastUse = now
        attempt { receiver throws(Errno) in try receiver.settle(at: now) }
        return user
    }

    mutating func observe(_ observer: AsyncStream<MotionState>.Continuation) -> UInt64 {
        let number = number()
        observers[number] = observer
        observer.yield(state)
        return number
    }

    mutating func removeObserver(_ number: UInt64) -> AsyncStream<MotionState>.Continuation? {
        observers.removeValue(forKey: number)
    }

    mutating func recenter(at now: Int64) {
        guard isActive else { return }
        link?.recenters = true
        attempt { receiver throws(Errno) in try receiver.settle(at: now) }
    }

    private mutating func use(at now: Int64, changesRate: Bool) {
        lastUse = now
        let wasActive = isActive
        isActive = true
        attempt { receiver throws(Errno) in
            if receiver.link == nil { receiver.link = try Link(path: receiver.path) }
            if !wasActive {
                try receiver.link?.start(at: now)
                receiver.update()
            } else if changesRate {
                try receiver.settle(at: now)
            }
        }
    }
}

// What happens on its own.
extension Receiver {
    /// Takes what waits, as the caller or as a thread by its number. Returns what is to be delivered.
    mutating func take(asThread thread: UInt64? = nil, at now: Int64) -> Delivery? {
        guard runner == thread.map(Runner.thread) ?? .caller else { return nil }
        var due: [UInt64: @Sendable (DeviceMotion) -> Void] = [:]
        attempt { receiver throws(Errno) in
            let frames = try receiver.link?.take(at: now) ?? []
            for frame in frames where receiver.isActive {
                receiver.frame = frame
                for number in receiver.users.keys where receiver.users[number]?.pace.takes(frame.time) == true
                {
                    due[number] = receiver.users[number]?.deliver
                }
            }
            try receiver.settle(at: now)
        }
        return motion.map { Delivery(motion: $0, users: Array(due.values)) }
    }

    private mutating func settle(at now: Int64) throws(Errno) {
        guard isActive else { return }
        let end = users.isEmpty ? lastUse + nanoseconds(Receiver.linger) : nil
        if let end, now >= end { return try stop() }
        let rate = wantedRate(at: now)
        try link?.settle(at: now, rate: rate, until: end)
        update()
    }

    /// Frames a second of the fastest user.
    private func wantedRate(at now: Int64) -> Double {
        let fastest = users.values.lazy.map(\.pace.rate).max() ?? pollRate
        return isPolled(at: now) ? max(fastest, pollRate) : fastest
    }

    private func isPolled(at now: Int64) -> Bool {
        lastPoll.map { now - $0 < nanoseconds(Receiver.linger) } ?? false
    }

    private mutating func stop() throws(Errno) {
        isActive = false
        frame = nil
        lastPoll = nil
        try link?.stop()
        update()
        guard runner != .caller else { return }
        // A thread that waits ends.
        runner = .nobody
        try link?.wake()
    }

    private mutating func update() { show(link?.state ?? .idle) }

    private mutating func show(_ fresh: MotionState) {
        guard fresh != state else { return }
        state = fresh
        for observer in observers.values { observer.yield(state) }
    }

    /// Where even what waits for the daemon cannot be had, the next use tries again.
    private mutating func attempt(_ body: (inout Receiver) throws(Errno) -> Void) {
        do throws(Errno) { try body(&self) } catch {
            giveUp(.connecting(reason: "a system call failed: \(error)"))
        }
    }

    private mutating func giveUp(_ state: MotionState) {
        link = nil
        isActive = false
        if runner != .caller { runner = .nobody }
        show(state)
    }
}

// Who runs it.
extension Receiver {
    /// The number of a thread that is to be started now.
    mutating func threadToStart() -> UInt64? {
        guard isActive, runner == .nobody else { return nil }
        let number = number()
        runner = .thread(number)
        return number
    }

    /// That there is no thread after all, until the next use.
    mutating func noThread(_ state: MotionState) { giveUp(state) }

    /// What a thread is to wait for; nil where it is to end.
    mutating func descriptor(forThread thread: UInt64) -> CInt? {
        runner == .thread(thread) ? link?.descriptor : nil
    }

    /// Leaves it to the caller to run this. Returns what the caller is to wait for.
    mutating func attach() throws(Errno) -> CInt {
        let made: CInt
        if let descriptor = link?.descriptor {
            made = descriptor
        } else {
            let fresh = try Link(path: path)
            made = fresh.descriptor
            link = consume fresh
        }
        runner = .caller
        // A thread that waits sees that it is no longer the one.
        if isActive { try link?.wake() }
        return made
    }

    mutating func detach() {
        if runner == .caller { runner = .nobody }
        attempt { receiver throws(Errno) in if receiver.isActive { try receiver.link?.wake() } }
    }
}

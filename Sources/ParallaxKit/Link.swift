import LinuxIO
import MotionWire

/// The way to the daemon: connects, connects anew, and asks for what is wanted. It never blocks.
struct Link: ~Copyable {
    /// Seconds before a daemon that refused is asked again.
    static let patience = 10.0

    private enum Token: UInt64 {
        case timer, watch, socket
    }

    private let poller: Poller
    private let timer: TickTimer
    private var watch: CreationWatch
    private var armedFor: Int64?
    private let findPath: @Sendable () -> String
    private var path = ""
    private var connection: MotionConnection?
    private var ready: [Poller.Ready] = []

    private var backOff = BackOff()
    private var attemptAt: Int64?
    /// When the daemon greeted on this connection.
    private var greetedAt: Int64?
    private var requests: Requests?
    private(set) var state = MotionState.idle
    /// The name of the daemon's sensor; nil while there is none, or no connection.
    private(set) var deviceName: String?

    /// Whether the present pose is to become the neutral one, as soon as that can be asked for.
    var recenters = false

    /// `path`: where the daemon is to be looked for; asked before each attempt.
    init(path: @escaping @Sendable () -> String) throws(Errno) {
        let poller = try Poller(), timer = try TickTimer(), watch = try CreationWatch()
        try poller.add(timer.descriptor, token: Token.timer.rawValue)
        try poller.add(watch.descriptor, token: Token.watch.rawValue)
        self.poller = poller
        self.timer = timer
        self.watch = watch
        findPath = path
    }

    /// Readable when `take` is to be called; the same for as long as there is a link.
    var descriptor: CInt { poller.rawDescriptor }

    mutating func start(at now: Int64) throws(Errno) {
        backOff = BackOff()
        attemptAt = now
        state = .connecting(reason: nil)
        try wake()
    }

    mutating func stop() throws(Errno) {
        close()
        watch.stop()
        attemptAt = nil
        recenters = false
        state = .idle
        try arm(for: nil)
    }

    /// Makes the descriptor readable.
    mutating func wake() throws(Errno) { try arm(for: 0) }

    /// Takes what waits, and returns the frames in it.
    mutating func take(at now: Int64) throws(Errno) -> [Frame] {
        var frames: [Frame] = []
        try poller.wait(into: &ready, timeout: 0)
        for event in ready {
            switch Token(rawValue: event.token) {
            case .timer:
                if try timer.ticks() > 0 { armedFor = nil }
            case .watch:
                if try watch.wasMade(path), connection == nil {
                    backOff = BackOff()
                    attemptAt = now
                }
            case .socket: read(into: &frames, at: now)
            case nil: break
            }
        }
        return frames
    }

    /// Does what is due, and has the descriptor become readable when something is due next, at `moment` too.
    mutating func settle(at now: Int64, rate: Double, until moment: Int64?) throws(Errno) {
        if let attemptAt, now >= attemptAt { attempt(at: now) }
        requests?.rate = rate
        if recenters, requests != nil {
            requests?.recenters = true
            recenters = false
        }
        let due = requests?.take(at: now) ?? []
        do throws(MotionConnection.Failure) {
            for request in due { try connection?.sendNow(request) }
        } catch { lose(error.sentence, at: now) }
        try arm(for: [attemptAt, requests?.dueAt, moment].compactMap(\.self).min())
    }

    private mutating func arm(for moment: Int64?) throws(Errno) {
        guard moment != armedFor else { return }
        armedFor = moment
        if let moment { try timer.start(once: moment) } else { try timer.stop() }
    }
}

extension Link {
    private mutating func attempt(at now: Int64) {
        path = findPath()
        do throws(MotionConnection.Failure) {
            let fresh = try MotionConnection(path: path)
            do throws(Errno) { try poller.add(fresh.descriptor, token: Token.socket.rawValue) } catch {
                throw .system(error)
            }
            connection = consume fresh
            attemptAt = nil
            watch.stop()
        } catch {
            state = .connecting(reason: error.sentence)
            attemptAt = now + nanoseconds(backOff.wait())
            // Where there is no directory to watch, asking again and again is all there is.
            do throws(Errno) { try watch.watch(for: path) } catch {}
        }
    }

    private mutating func close() {
        if let descriptor = connection?.descriptor { poller.remove(descriptor) }
        connection?.end()
        connection = nil
        requests = nil
        greetedAt = nil
        deviceName = nil
    }

    private mutating func lose(_ reason: String, at now: Int64) {
        // One that lasted is tried again at once, one that did not more and more slowly.
        let lasted = greetedAt.map { now - $0 >= nanoseconds(BackOff.longest) } ?? false
        close()
        if lasted { backOff = BackOff() }
        if case .refused = state {
            attemptAt = now + nanoseconds(Link.patience)
        } else {
            state = .connecting(reason: reason)
            attemptAt = lasted ? now : now + nanoseconds(backOff.wait())
        }
    }

    private mutating func read(into frames: inout [Frame], at now: Int64) {
        do throws(MotionConnection.Failure) {
            while let line = try connection?.nextLine(timeout: 0) { hear(line, &frames, at: now) }
        } catch { lose(error.sentence, at: now) }
    }

    private mutating func hear(_ line: ArraySlice<UInt8>, _ frames: inout [Frame], at now: Int64) {
        let message: Message
        do throws(JSONError) { message = try Message(line: line) } catch {
            // One bad line of a daemon that we know is passed over.
            if greetedAt == nil { refuse("what listens at \(path) is no parallaxd", at: now) }
            return
        }
        switch message {
        case .hello(let hello) where hello.version != Hello.currentVersion:
            refuse("\(hello.server) speaks protocol \(hello.version): update this program", at: now)
        case .hello(let hello):
            greetedAt = now
            requests = Requests(maxRate: hello.maxRate)
            state = MotionState(hello.health)
            deviceName = hello.device?.name
        case .state(let change):
            state = MotionState(change.health)
            deviceName = change.device?.name
        case .tilt(let frame):
            if requests?.isAnswered == true { frames.append(frame) }
        case .reply(let reply):
            if let error = reply.error, reply.id == nil, error.code.isFarewell {
                state = .refused(reason: error.message)
            }
            requests?.hear(reply)
        case .sample, .gap, .unknown: break
        }
    }

    private mutating func refuse(_ reason: String, at now: Int64) {
        state = .refused(reason: reason)
        lose(reason, at: now)
    }
}

extension RequestError.Code {
    /// Whether the daemon closes after it.
    fileprivate var isFarewell: Bool {
        switch self {
        case .denied, .tooLong, .tooMany, .unavailable: true
        case .badJSON, .badRequest, .unknownCommand, .unsupported: false
        }
    }
}

extension MotionConnection.Failure {
    fileprivate var sentence: String {
        switch self {
        case .noServer(let path, let error): "no daemon can be reached at \(path): \(error)"
        case .ended, .system(.connectionReset), .system(.brokenPipe): "the daemon ended the connection"
        case .malformed(let what): "the daemon sent what is not in the protocol: \(what)"
        case .system(let error): "the connection to the daemon failed: \(error)"
        }
    }
}

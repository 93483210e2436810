import Glibc
import LinuxIO
import MotionCore
import MotionWire
import ParallaxKit

/// Draws what the daemon sends until somebody ends it.
func watch(_ options: Options) throws(Failure) {
    guard isTerminal(STDOUT_FILENO) else {
        throw .usage("watch draws on a terminal; `parallaxctl tilt` prints to anything", .watch)
    }
    var watch = try Watch(options)
    try watch.run()
}

private struct Watch: ~Copyable {
    private enum Source: UInt64 { case daemon, signals, keys, retry }

    private let options: Options
    private let poller: Poller
    private let signals: SignalSource
    private let retry: TickTimer
    private var connection: MotionConnection?
    private var display: Display
    private var scene = Scene()
    private var pace = Pace()
    private var refusal: RequestError?
    private var isOver = false

    init(_ options: Options) throws(Failure) {
        // Before the terminal is touched: without a daemon there is nothing to see.
        let connection = try connected(options)
        let waiting = "cannot wait for the daemon"
        let signals = try attempt(waiting) { () throws(Errno) in
            try SignalSource([SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH])
        }
        let retry = try attempt(waiting) { () throws(Errno) in try TickTimer() }
        let poller = try attempt(waiting) { () throws(Errno) in
            let poller = try Poller()
            try poller.add(connection.descriptor, token: Source.daemon.rawValue)
            try poller.add(signals.descriptor, token: Source.signals.rawValue)
            try poller.add(retry.descriptor, token: Source.retry.rawValue)
            if isTerminal(STDIN_FILENO) { try poller.add(STDIN_FILENO, token: Source.keys.rawValue) }
            return poller
        }
        let display = try attempt("cannot use the terminal") { () throws(Errno) in try Display() }
        self.options = options
        self.poller = poller
        self.signals = signals
        self.retry = retry
        self.display = display
        self.connection = consume connection
        scene.hasColour = environment("NO_COLOR") == nil && environment("TERM") != "dumb"
    }

    mutating func run() throws(Failure) {
        try subscribe()
        try show()
        var ready: [Poller.Ready] = []
        while !isOver {
            try attempt("cannot wait for the daemon") { () throws(Errno) in try poller.wait(into: &ready) }
            for case let source? in ready.map({ Source(rawValue: $0.token) }) {
                switch source {
                case .daemon: try receive()
                case .signals: try obeySignals()
                case .keys: try obeyKeys()
                case .retry: try reconnect()
                }
            }
            if !isOver { try show() }
        }
    }

    private mutating func show() throws(Failure) {
        do throws(Errno) { try display.show(scene) } catch { try terminalFailed(error) }
    }

    /// A terminal that hung up ends the program as SIGHUP does, which comes with it.
    private mutating func terminalFailed(_ reason: Errno) throws(Failure) {
        guard reason.rawValue == EIO else { throw Failure(output: reason) }
        isOver = true
    }

    /// Takes all that came: only the newest frame is drawn.
    private mutating func receive() throws(Failure) {
        do throws(MotionConnection.Failure) {
            while let message = try connection?.next(timeout: 0) { take(message) }
        } catch {
            try lose(error)
        }
    }

    private mutating func take(_ message: Message) {
        switch message {
        case .hello(let hello):
            scene.device = hello.device
            scene.health = hello.health
        case .state(let change):
            scene.device = change.device
            scene.health = change.health
        case .tilt(let frame):
            pace.add(frame.time)
            scene.offset = frame.offset
            scene.tilt = frame.tilt
            scene.framesPerSecond = pace.framesPerSecond
        case .reply(let reply):
            refusal = reply.error
            scene.notice = reply.error.map { printable($0.message) }
        case .sample, .gap, .unknown: break
        }
    }

    private mutating func subscribe() throws(Failure) {
        guard let rate = options.rate else { return }
        try send(.subscribe(Subscription(rate: rate)))
    }

    private mutating func send(_ command: Request.Command) throws(Failure) {
        do throws(MotionConnection.Failure) { try connection?.send(Request(id: 1, command)) } catch {
            // A daemon that closed the connection may have said why: that is read next.
            if error != .system(.brokenPipe) { try lose(error) }
        }
    }

    /// Goes on without a daemon; but one that does not want us, or cannot start, will be the same in a
    /// second.
    private mutating func lose(_ reason: MotionConnection.Failure) throws(Failure) {
        if let refusal, [.denied, .unavailable].contains(refusal.code) { throw Failure(refusal) }
        if case .malformed = reason { throw Failure(reason) }
        connection = nil
        pace = Pace()
        scene.framesPerSecond = nil
        scene.health = nil
        scene.notice = "the daemon is gone, trying again every second"
        try tryAgainLater()
    }

    private func tryAgainLater() throws(Failure) {
        try attempt("cannot wait for the daemon") { () throws(Errno) in
            try retry.start(once: monotonicNanoseconds() + 1_000_000_000)
        }
    }

    private mutating func reconnect() throws(Failure) {
        _ = try attempt("cannot wait for the daemon") { () throws(Errno) in try retry.ticks() }
        do throws(Failure) {
            let connection = try connected(options)
            try attempt("cannot wait for the daemon") { () throws(Errno) in
                try poller.add(connection.descriptor, token: Source.daemon.rawValue)
            }
            self.connection = consume connection
        } catch {
            return try tryAgainLater()
        }
        refusal = nil
        scene.notice = nil
        try subscribe()
    }

    private mutating func obeySignals() throws(Failure) {
        while let signal = try attempt("signals", { () throws(Errno) in try signals.next() }) {
            switch signal {
            case SIGTSTP:
                display.leave()
                suspendProgram()
            case SIGCONT: display.forget()
            case SIGWINCH: display.redraw()
            default: isOver = true
            }
        }
    }

    private mutating func obeyKeys() throws(Failure) {
        let keys: [UInt8]
        do throws(Errno) { keys = try display.keys() } catch { return try terminalFailed(error) }
        if keys.isEmpty || keys.contains(UInt8(ascii: "q")) {
            isOver = true
        } else if keys.contains(UInt8(ascii: "r")) {
            try send(.recenter(everybody: true))
        }
    }
}

import Glibc
import LinuxIO
import MotionWire
import ParallaxKit

/// A connection to the daemon together with what else may end it.
struct Session: ~Copyable {
    enum Event {
        /// A line of the daemon.
        case line(ArraySlice<UInt8>)
        /// No more lines wait: what was made of them is to go out.
        case drained
        /// The daemon sends no more.
        case gone
        /// Somebody wants the program to end.
        case stopped
        case timeUp
    }

    private enum Source: UInt64 { case daemon, signals, timer }

    private var connection: MotionConnection
    private let signals: SignalSource
    private let timer: TickTimer
    private let poller: Poller
    private var ready: [Poller.Ready] = []
    private var hasNews = false
    private var isReadable = false

    /// Connects to the daemon; the session is to last `seconds`, nil is for ever.
    init(_ options: Options, seconds: Double?) throws(Failure) {
        try self.init(try connected(options), seconds: seconds)
    }

    init(_ connection: consuming MotionConnection, seconds: Double?) throws(Failure) {
        let waiting = "cannot wait for the daemon"
        let signals = try attempt(waiting) { () throws(Errno) in
            try SignalSource([SIGINT, SIGTERM, SIGHUP])
        }
        let timer = try attempt(waiting) { () throws(Errno) in try TickTimer() }
        poller = try attempt(waiting) { () throws(Errno) in
            let poller = try Poller()
            try poller.add(connection.descriptor, token: Source.daemon.rawValue)
            try poller.add(signals.descriptor, token: Source.signals.rawValue)
            try poller.add(timer.descriptor, token: Source.timer.rawValue)
            if let seconds { try timer.start(once: monotonicNanoseconds() + Int64(seconds * 1e9)) }
            return poller
        }
        self.connection = connection
        self.signals = signals
        self.timer = timer
    }

    /// The daemon.
    func peer() throws(Failure) -> PeerCredentials {
        do throws(MotionConnection.Failure) { return try connection.peer() } catch { throw Failure(error) }
    }

    /// The session is to last so long from now on.
    func extend(bySeconds seconds: Double) throws(Failure) {
        try attempt("cannot wait for the daemon") { () throws(Errno) in
            try timer.start(once: monotonicNanoseconds() + Int64(seconds * 1e9))
        }
    }

    mutating func send(_ command: Request.Command) throws(Failure) {
        do throws(MotionConnection.Failure) { try connection.send(Request(id: 1, command)) } catch {
            // A daemon that closed the connection may have said why: that comes with the next line.
            if error != .system(.brokenPipe) { throw Failure(error) }
        }
    }

    /// Waits for what happens next; the lines that came are followed by `drained` before anything else.
    mutating func next() throws(Failure) -> Event {
        while true {
            do throws(MotionConnection.Failure) {
                if let line = try line() {
                    hasNews = true
                    return .line(line)
                }
            } catch .ended, .system(.connectionReset) {
                return .gone
            } catch {
                throw Failure(error)
            }
            if hasNews {
                hasNews = false
                return .drained
            }
            try attempt("cannot wait for the daemon") { () throws(Errno) in try poller.wait(into: &ready) }
            let sources = ready.map { Source(rawValue: $0.token) }
            if sources.contains(.signals) { return .stopped }
            if sources.contains(.timer) { return .timeUp }
            isReadable = true
        }
    }

    /// Reads once after each waiting: a daemon that never pauses does not keep signals from being seen.
    private mutating func line() throws(MotionConnection.Failure) -> ArraySlice<UInt8>? {
        if let line = try connection.bufferedLine() { return line }
        guard isReadable else { return nil }
        isReadable = false
        return try connection.nextLine(timeout: 0)
    }

    /// Writes whole lines. False where the session is to end before anybody takes all of them; what was
    /// written ends with a line then too.
    func write(_ lines: [UInt8], to file: borrowing Descriptor) throws(Errno) -> Bool {
        var rest = lines[...]
        while !rest.isEmpty {
            let others = [signals.descriptor, timer.descriptor]
            guard try waitUntilWritable(file.rawValue, or: others) else { return false }
            // So much a pipe that is writable takes at once.
            let part = rest.prefix(4096)
            let end = part.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? part.endIndex
            try file.writeAll(rest[..<end])
            rest = rest[end...]
        }
        return true
    }
}

/// A connection to the daemon that the options mean.
func connected(_ options: Options) throws(Failure) -> MotionConnection {
    do throws(MotionConnection.Failure) {
        return try MotionConnection(path: options.socket ?? SocketPath.ofClient)
    } catch {
        throw Failure(error)
    }
}

/// Reads a line of the daemon; throws where it is the daemon's refusal.
func message(_ line: ArraySlice<UInt8>) throws(Failure) -> Message {
    let message: Message
    do throws(JSONError) { message = try Message(line: line) } catch {
        throw Failure(.malformed(error.message))
    }
    if case .reply(let reply) = message, let refusal = reply.error { throw Failure(refusal) }
    return message
}

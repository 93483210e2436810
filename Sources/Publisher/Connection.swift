import LinuxIO
import MotionWire

/// One client.
final class Connection {
    /// Requests a second, past which a client is closed.
    static let requestLimit = 100
    /// How long a client may take nothing of the lines that wait for it, in nanoseconds.
    static let patience: Int64 = 30_000_000_000

    let peer: PeerCredentials
    /// Where its stream is among those of all.
    let slot: Int
    let program: String
    private(set) var preferences = Preferences()
    /// Where it sees frames without being sent any; nil where it is sent them.
    private var memory: SharedMemory?
    var isPaused = false
    /// Whether its frames are for nobody else, since it was recentred for itself.
    var hasOwnNeutral = false
    /// Whether it was noted as one that has something waiting.
    var isNoted = false
    /// What the poller was last told; nil before.
    var interest: Poller.Interest?

    private let socket: UnixSocket
    private var lines = LineReader(limit: Request.longest)
    private var outbox = Outbox()
    private var hasEnded = false
    private var requestWindow = (start: Int64(0), count: 0)
    /// Since when it has taken nothing, and what it had then; nil while nothing waits.
    private var waiting: (since: Int64, bytesSent: Int64)?

    init(_ socket: consuming UnixSocket, peer: PeerCredentials, slot: Int) {
        self.socket = socket
        self.peer = peer
        self.slot = slot
        program = peer.program
    }

    /// Why a client is closed.
    enum Farewell: Error {
        /// It went away, or its socket failed.
        case gone
        /// It may not see motion.
        case denied
        /// It exceeded a limit.
        case exceeded(Limit)

        /// What it is told.
        func error(_ connection: Connection) -> RequestError? {
            switch self {
            case .gone: nil
            case .denied:
                RequestError(
                    .denied,
                    "motion is for root, the daemon's user and users at the active seat, not for user "
                        + "\(connection.peer.uid)")
            case .exceeded(let limit): limit.error
            }
        }
    }

    var descriptor: CInt { socket.descriptor }

    /// What to wait for: its requests until it ends them, and room while something waits to be sent.
    var wantedInterest: Poller.Interest {
        var interest: Poller.Interest = hasEnded ? [] : .readable
        if isHeldUp { interest.insert(.writable) }
        return interest
    }

    /// Whether something waits for room in its socket.
    var isHeldUp: Bool { outbox.isWaiting }

    var hasUnsent: Bool { !outbox.isEmpty }

    var samplesLost: Int64 { outbox.samplesLost }

    /// Whether it gets frames on the socket.
    var isStreaming: Bool { !isPaused && memory == nil }

    /// Changes what this client receives from now on. `memory`: where it sees frames, if it does.
    func adopt(_ new: Preferences, memory: SharedMemory?) {
        preferences = new
        self.memory = memory
        outbox.isBinary = new.view.format == .binary
    }
}

extension Connection {
    /// Takes what arrived.
    func receive() throws(Farewell) {
        var arrived: [UInt8] = []
        do throws(Errno) {
            // No more than a line: others have their turn before the next.
            guard let count = try socket.receive(into: &arrived, limit: Request.longest) else { return }
            hasEnded = count == 0
        } catch {
            throw .gone
        }
        lines.append(arrived)
    }

    /// The next line of what arrived; nil when there is no whole one, or nothing after the end.
    func nextLine() throws(Farewell) -> ArraySlice<UInt8>? {
        var line: ArraySlice<UInt8>?
        do throws(LineReader.TooLong) { line = try lines.next() } catch { throw .exceeded(.lineLength) }
        if line == nil, hasEnded { line = lines.rest() }
        if line != nil { try countRequest() }
        return line
    }

    private func countRequest() throws(Farewell) {
        let now = monotonicNanoseconds()
        if now - requestWindow.start >= 1_000_000_000 { requestWindow = (now, 0) }
        requestWindow.count += 1
        guard requestWindow.count <= Connection.requestLimit else { throw .exceeded(.requestRate) }
    }
}

extension Connection {
    func reply(_ json: JSON) throws(Farewell) {
        do throws(Outbox.Overflow) { try outbox.add(reply: json.line) } catch {
            throw .exceeded(.unsentReplies)
        }
        try flush()
    }

    /// Replies with a descriptor. Returns whether that was possible: nothing may wait before it.
    func reply(_ json: JSON, with descriptor: CInt) throws(Farewell) -> Bool {
        do throws(Errno) { return try outbox.sendNow(reply: json.line, with: descriptor, to: socket) } catch {
            throw .gone
        }
    }

    /// Sends the rest of a frame when there is room.
    func send(rest: ArraySlice<UInt8>) { outbox.add(rest: rest) }

    /// Says why the client is closed, if it still listens.
    func sendLast(_ json: JSON) {
        do {
            try outbox.add(reply: json.line)
            try outbox.flush(to: socket)
        } catch {}
    }

    func send(sample: [UInt8]) throws(Farewell) {
        outbox.add(sample: sample)
        try flush()
    }

    func send(state: [UInt8]) throws(Farewell) {
        outbox.replace(state: state)
        try flushState()
    }

    func flush() throws(Farewell) {
        do throws(Errno) { try outbox.flush(to: socket) } catch { throw .gone }
    }

    func flushState() throws(Farewell) {
        do throws(Errno) { try outbox.flushState(to: socket) } catch { throw .gone }
    }

    /// Gives up a client that reads nothing of what waits for it.
    func checkPatience(at now: Int64) throws(Farewell) {
        guard outbox.isWaiting else { return waiting = nil }
        guard let waiting, waiting.bytesSent == outbox.bytesSent else {
            return waiting = (now, outbox.bytesSent)
        }
        guard now - waiting.since < Connection.patience else { throw .exceeded(.patience) }
    }
}

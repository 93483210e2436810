import LinuxIO
import MotionWire

/// One client.
final class Connection {
    /// Requests a second, past which a client is closed.
    static let requestLimit = 100

    let peer: PeerCredentials
    let program: String
    private(set) var rate = Publisher.defaultRate
    private(set) var wantsSamples = false
    private(set) var framesSent: Int64 = 0
    private(set) var framesSkipped: Int64 = 0
    /// What the poller was last told; nil before.
    var interest: Poller.Interest?

    private let socket: UnixSocket
    private var lines = LineReader(limit: 4096)
    private var outbox = Outbox()
    /// Frames that are due, a part of one included, so that a rate that does not divide the tick's is kept.
    private var due = 0.0
    private var hasEnded = false
    private var requestWindow = (start: Int64(0), count: 0)

    init(_ socket: consuming UnixSocket, peer: PeerCredentials) {
        self.socket = socket
        self.peer = peer
        program = peer.program
    }

    /// Why a client is closed.
    enum Farewell: Error {
        /// It went away, or its socket failed.
        case gone
        /// It broke a rule, and is told.
        case expelled(RequestError)
    }

    var descriptor: CInt { socket.descriptor }

    /// What to wait for: its requests until it ends them, and room while something waits to be sent.
    var wantedInterest: Poller.Interest {
        var interest: Poller.Interest = hasEnded ? [] : .readable
        if outbox.isWaiting { interest.insert(.writable) }
        return interest
    }

    var samplesLost: Int64 { outbox.samplesLost }

    /// Takes what arrived.
    func receive() throws(Farewell) {
        var arrived: [UInt8] = []
        do throws(Errno) {
            guard let count = try socket.receive(into: &arrived) else { return }
            hasEnded = count == 0
        } catch {
            throw .gone
        }
        lines.append(arrived)
    }

    /// The next line of what arrived; nil when there is no whole one, or nothing after the end.
    func nextLine() throws(Farewell) -> ArraySlice<UInt8>? {
        var line: ArraySlice<UInt8>?
        do throws(LineReader.TooLong) { line = try lines.next() } catch {
            throw .expelled(RequestError(.tooLong, "a request has at most 4096 bytes with its line feed"))
        }
        if line == nil, hasEnded { line = lines.rest() }
        if line != nil { try countRequest() }
        return line
    }

    private func countRequest() throws(Farewell) {
        let now = monotonicNanoseconds()
        if now - requestWindow.start >= 1_000_000_000 { requestWindow = (now, 0) }
        requestWindow.count += 1
        guard requestWindow.count <= Connection.requestLimit else {
            throw .expelled(RequestError(.tooMany, "at most \(Connection.requestLimit) requests a second"))
        }
    }

    /// Changes what this client receives.
    func apply(_ subscription: Subscription) {
        rate = subscription.rate ?? rate
        wantsSamples = subscription.samples ?? wantsSamples
    }

    func reply(_ json: JSON) throws(Farewell) {
        do throws(Outbox.Overflow) { try outbox.add(reply: json.line) } catch {
            throw .expelled(RequestError(.tooMany, "replies pile up: read what was asked for"))
        }
        try flush()
    }

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

    /// Whether a frame is due, `seconds` after it was asked last.
    func isDue(after seconds: Double) -> Bool {
        due += rate * seconds
        // Sums of thirds and sixths must not lose a frame to the last bit.
        guard due > 1 - 1e-6 else { return false }
        due = min(due - 1, 1)
        return true
    }

    func send(frame: [UInt8]) throws(Farewell) {
        do throws(Errno) {
            if try outbox.sendNow(frame, to: socket) { framesSent += 1 } else { framesSkipped += 1 }
        } catch {
            throw .gone
        }
    }
}

import LinuxIO
import MotionWire

/// What a client has still to be sent: whole lines, replies before samples; a frame or a state only when
/// there is nothing else, so that it is never old when it arrives.
struct Outbox {
    /// Replies wait up to this many bytes, or one that is longer; a client that lets more pile up is closed.
    static let replyLimit = 16 * 1024
    /// Samples wait up to this many bytes; past it they are counted as lost.
    static let sampleLimit = 256 * 1024

    /// A client that asks but does not read.
    struct Overflow: Error {}

    /// Samples that found no room.
    private(set) var samplesLost: Int64 = 0
    private var lostSinceGap: Int64 = 0
    private var inFlight: ArraySlice<UInt8> = []
    private var replies: [UInt8] = []
    private var samples: [UInt8] = []
    private var state: [UInt8] = []

    /// Whether lines wait for room in the socket.
    var isWaiting: Bool { !inFlight.isEmpty || !replies.isEmpty || !samples.isEmpty }

    mutating func add(reply: [UInt8]) throws(Overflow) {
        guard replies.isEmpty || replies.count + reply.count <= Outbox.replyLimit else { throw Overflow() }
        replies += reply
    }

    mutating func add(sample: [UInt8]) {
        guard inFlight.count + samples.count + sample.count <= Outbox.sampleLimit else {
            lostSinceGap += 1
            samplesLost += 1
            return
        }
        if lostSinceGap > 0 {
            samples += (["type": "gap", "lost": .int(lostSinceGap)] as JSON).line
            lostSinceGap = 0
        }
        samples += sample
    }

    /// Takes the place of a state that was not sent yet.
    mutating func replace(state: [UInt8]) { self.state = state }

    /// Sends what waits and the socket takes.
    mutating func flush(to socket: borrowing UnixSocket) throws(Errno) {
        while isWaiting {
            if inFlight.isEmpty { takeNext() }
            inFlight = inFlight.dropFirst(try socket.send(inFlight))
            if !inFlight.isEmpty { return }
        }
    }

    private mutating func takeNext() {
        if !replies.isEmpty {
            inFlight = replies[...]
            replies = []
        } else {
            inFlight = samples[...]
            samples = []
        }
    }

    /// Sends a state that was put in, if the client has read everything before.
    mutating func flushState(to socket: borrowing UnixSocket) throws(Errno) {
        guard !state.isEmpty, try sendNow(state, to: socket) else { return }
        state = []
    }

    /// Sends `line` if the client has read everything before. Returns whether it did.
    mutating func sendNow(_ line: [UInt8], to socket: borrowing UnixSocket) throws(Errno) -> Bool {
        guard !isWaiting, try socket.unread() == 0 else { return false }
        inFlight = line[...]
        try flush(to: socket)
        return true
    }
}

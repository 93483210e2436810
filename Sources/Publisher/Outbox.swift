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
    /// Bytes that the socket took.
    private(set) var bytesSent: Int64 = 0
    /// Whether lines are framed for a client that gets binary frames; replies that wait stay as they are.
    var isBinary = false
    private var inFlight: ArraySlice<UInt8> = []
    private var replies: [UInt8] = []
    /// Lines that are not framed yet, as also the state.
    private var samples: [UInt8] = []
    private var state: [UInt8] = []

    /// Whether lines wait for room in the socket.
    var isWaiting: Bool { !inFlight.isEmpty || !replies.isEmpty || !samples.isEmpty }

    /// Whether there is anything to be sent.
    var isEmpty: Bool { !isWaiting && state.isEmpty }

    mutating func add(reply line: [UInt8]) throws(Overflow) {
        let reply = framed(line)
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
            let count = try socket.send(inFlight)
            bytesSent += Int64(count)
            inFlight = inFlight.dropFirst(count)
            if !inFlight.isEmpty { return }
        }
    }

    private mutating func takeNext() {
        if !replies.isEmpty {
            inFlight = replies[...]
            replies = []
        } else {
            inFlight = framed(samples)[...]
            samples = []
        }
    }

    private func framed(_ lines: [UInt8]) -> [UInt8] {
        guard isBinary else { return lines }
        return lines.split(separator: UInt8(ascii: "\n")).flatMap { JSON.binary(line: $0) }
    }

    /// Sends a state that was put in, if the client has read everything before.
    mutating func flushState(to socket: borrowing UnixSocket) throws(Errno) {
        guard !state.isEmpty, !isWaiting, try socket.unread() == 0 else { return }
        inFlight = framed(state)[...]
        state = []
        try flush(to: socket)
    }

    /// Sends `reply` with a descriptor if nothing else waits. Returns whether it did.
    mutating func sendNow(
        reply line: [UInt8], with descriptor: CInt, to socket: borrowing UnixSocket
    ) throws(Errno) -> Bool {
        guard !isWaiting else { return false }
        let reply = framed(line)
        let count = try socket.send(reply, with: descriptor)
        guard count > 0 else { return false }
        bytesSent += Int64(count)
        inFlight = reply[count...]
        return true
    }

    /// Takes what the socket did not take of a frame, which nothing came before.
    mutating func add(rest: ArraySlice<UInt8>) { inFlight = rest }
}

import LinuxIO
import MotionCore

/// What a tick has to know of a client.
struct Stream {
    let client: UInt64
    /// Its connection closes it.
    let socket: CInt
    private var rate = Publisher.defaultRate
    /// Frames that are due, a part of one included, so that a rate that does not divide the tick's is kept.
    private var due = 0.0
    /// Which others are sent the same frames; nil while it is sent none.
    private var group: Int?
    /// Whether the present tick's frame is for it.
    private var isDue = false
    /// Whether something waits for room in its socket, which goes before frames.
    var isHeldUp = false
    private(set) var framesSent: Int64 = 0
    private(set) var framesSkipped: Int64 = 0
    /// When the newest frame was sent, on `CLOCK_MONOTONIC`; nil before.
    private(set) var lastFrame: Int64?
    private var deadBand: DeadBand?

    init(client: UInt64, socket: CInt) {
        self.client = client
        self.socket = socket
    }

    /// `group`: which others are sent the same frames; nil when it is sent none.
    mutating func adopt(_ preferences: Preferences, group: Int?) {
        self.group = group
        rate = preferences.rate
        if deadBand?.width ?? 0 != preferences.deadBand {
            deadBand = preferences.deadBand > 0 ? DeadBand(width: preferences.deadBand) : nil
        }
    }

    /// Its group when a frame is due, `seconds` after it was asked last; notes it.
    mutating func comesDue(after seconds: Double) -> Int? {
        guard group != nil else { return nil }
        due += rate * seconds
        // Sums of thirds and sixths must not lose a frame to the last bit.
        isDue = due > 1 - 1e-6
        guard isDue else { return nil }
        due = min(due - 1, 1)
        return group
    }

    /// Sends nothing any more.
    mutating func end() {
        group = nil
        isDue = false
    }

    /// The group whose frame is due, once.
    mutating func takeTurn() -> Int? {
        guard isDue else { return nil }
        isDue = false
        return group
    }

    /// Sends a frame if the offset has changed by enough, and the client has read what was sent before: what
    /// it gets is never old. Returns what the socket did not take.
    mutating func send(_ frame: EncodedFrame, at now: Int64) throws(Errno) -> ArraySlice<UInt8>? {
        var moved = deadBand
        guard moved?.passes(frame.offset) != false else { return nil }
        let isBehind = try isHeldUp ? true : unread(on: socket) > 0
        guard !isBehind else {
            framesSkipped += 1
            return nil
        }
        let count = try LinuxIO.send(frame.bytes[...], on: socket)
        framesSent += 1
        lastFrame = now
        deadBand = moved
        return count < frame.bytes.count ? frame.bytes[count...] : nil
    }
}

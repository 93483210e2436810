import LinuxIO

/// The streams of all clients, side by side, so that a tick need not fetch a thousand connections from all
/// over the memory.
struct Streams {
    /// A frame that was not sent whole.
    struct Interruption {
        let client: UInt64
        /// What the socket did not take of a frame; nil when it failed.
        let rest: ArraySlice<UInt8>?
    }

    private var streams: [Stream] = []
    private var vacantSlots: [Int] = []

    subscript(slot: Int) -> Stream {
        get { streams[slot] }
        set { streams[slot] = newValue }
    }

    /// Returns its slot.
    mutating func add(_ stream: Stream) -> Int {
        if let slot = vacantSlots.popLast() {
            streams[slot] = stream
            return slot
        }
        streams.append(stream)
        return streams.count - 1
    }

    mutating func remove(_ slot: Int) {
        streams[slot].end()
        vacantSlots.append(slot)
    }

    /// By group, whether a frame is due to anybody, `seconds` after it was asked last; notes to whom.
    mutating func comeDue(after seconds: Double, groupCount: Int) -> [Bool] {
        var due = [Bool](repeating: false, count: groupCount)
        for slot in streams.indices {
            if let group = streams[slot].comesDue(after: seconds) { due[group] = true }
        }
        return due
    }

    /// Sends the frames of the groups to the streams for which they are due. Returns what is left to do.
    mutating func send(_ frames: [EncodedFrame?], at now: Int64) -> [Interruption] {
        var interruptions: [Interruption] = []
        for slot in streams.indices {
            guard let group = streams[slot].takeTurn(), let frame = frames[group] else { continue }
            do throws(Errno) {
                guard let rest = try streams[slot].send(frame, at: now) else { continue }
                interruptions.append(Interruption(client: streams[slot].client, rest: rest))
            } catch {
                interruptions.append(Interruption(client: streams[slot].client, rest: nil))
            }
        }
        return interruptions
    }
}

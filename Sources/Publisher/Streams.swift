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

    /// What a tick is to send.
    struct Due {
        /// By group, whether anybody gets its frame.
        var groups: [Bool]
        /// Those whose connections are to be asked what they have read, before the readers are heard: what
        /// they tell is about what is sent from then on.
        var unsure: [UInt64] = []
    }

    private var streams: [Stream] = []
    private var vacantSlots: [Int] = []
    /// Tells which clients have read since it was asked; nothing waits for it.
    private let readers: Poller

    init() throws(Errno) { readers = try Poller() }

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

    /// To be called while its socket is open.
    mutating func remove(_ slot: Int) {
        readers.remove(streams[slot].socket)
        streams[slot].end()
        vacantSlots.append(slot)
    }

    /// Begins to hear when the client at `slot` reads.
    func hear(_ slot: Int) throws(Errno) {
        try readers.add(streams[slot].socket, token: UInt64(slot), for: [.writable, .changes])
    }

    /// Which frames are due, `seconds` after it was asked last; notes for whom.
    mutating func comeDue(after seconds: Double, groupCount: Int) -> Due {
        var due = Due(groups: [Bool](repeating: false, count: groupCount))
        for slot in streams.indices {
            guard let group = streams[slot].comesDue(after: seconds) else { continue }
            due.groups[group] = true
            if streams[slot].delivery == .unsure { due.unsure.append(streams[slot].client) }
        }
        return due
    }

    /// Sends the frames of the groups to the streams for which they are due. Returns what is left to do.
    mutating func send(_ frames: [EncodedFrame?], at now: Int64) throws(Errno) -> [Interruption] {
        var interruptions: [Interruption] = []
        try readers.drain {
            let slot = Int($0.token)
            streams[slot].noteReading()
            // At once: what the kernel keeps of it is in the processor's cache just now.
            serve(slot, frames, at: now, &interruptions)
        }
        for slot in streams.indices { serve(slot, frames, at: now, &interruptions) }
        return interruptions
    }

    private mutating func serve(
        _ slot: Int, _ frames: [EncodedFrame?], at now: Int64, _ interruptions: inout [Interruption]
    ) {
        guard let group = streams[slot].takeTurn(), let frame = frames[group],
            streams[slot].accepts(frame.offset, at: now)
        else { return }
        let client = streams[slot].client
        do throws(Errno) {
            let count = try LinuxIO.send(frame.bytes[...], on: streams[slot].socket)
            guard count < frame.bytes.count else { return }
            interruptions.append(Interruption(client: client, rest: frame.bytes[count...]))
        } catch {
            interruptions.append(Interruption(client: client, rest: nil))
        }
    }
}

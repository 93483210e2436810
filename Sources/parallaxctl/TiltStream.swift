import Glibc
import LinuxIO
import MotionCore
import MotionWire

/// Prints the daemon's stream until it ends, somebody ends it or enough was printed.
func tilt(_ options: Options) throws(Failure) {
    var session = try Session(options, seconds: options.seconds)
    if let rate = options.rate { try session.send(.subscribe(Subscription(rate: rate))) }
    let output = Descriptor(owning: STDOUT_FILENO)
    var table = TiltTable(isPlain: options.json)
    while true {
        switch try session.next() {
        case .line(let line):
            if table.frames != options.count { try table.add(line) }
        case .drained:
            guard try written(table.takeText(), to: output, in: session) else { return }
            if table.frames == options.count { return }
        case .gone: throw .daemonGone
        case .stopped, .timeUp: return
        }
    }
}

/// False where the session is to end.
private func written(
    _ text: [UInt8], to output: borrowing Descriptor, in session: borrowing Session
) throws(Failure) -> Bool {
    do throws(Errno) { return try session.write(text, to: output) } catch { throw Failure(output: error) }
}

/// The stream as a table for people, or as it is.
private struct TiltTable {
    let isPlain: Bool
    private(set) var frames = 0
    private var text: [UInt8] = []
    private var start: Timestamp?
    private var health = Health.ok

    init(isPlain: Bool) { self.isPlain = isPlain }

    /// Takes the lines away.
    mutating func takeText() -> [UInt8] {
        defer { text.removeAll(keepingCapacity: true) }
        return text
    }

    mutating func add(_ line: ArraySlice<UInt8>) throws(Failure) {
        if isPlain {
            text += line
            text.append("\n")
        }
        switch try message(line) {
        case .tilt(let frame):
            frames += 1
            if !isPlain { add(frame) }
        case .hello(let hello): tell(hello.health)
        case .state(let change): tell(change.health)
        case .sample, .gap, .reply, .unknown: break
        }
    }

    private mutating func add(_ frame: Frame) {
        if start == nil { text.append(" seconds        x        y    pitch     roll\n") }
        let start = start ?? frame.time
        self.start = start
        text.append(
            fixed(frame.time.seconds(since: start), places: 3, width: 8)
                + fixed(frame.offset.x, places: 4, width: 9)
                + fixed(frame.offset.y, places: 4, width: 9)
                + fixed(degrees(frame.tilt.pitch), places: 2, width: 9)
                + fixed(degrees(frame.tilt.roll), places: 2, width: 9) + "\n")
    }

    /// Once for each change: the daemon repeats its state.
    private mutating func tell(_ new: Health) {
        if new != health, !isPlain { writeError("parallaxctl: \(described(new))\n") }
        health = new
    }
}

import MotionCore
import MotionWire

/// Turns the daemon's messages into a recording's lines.
struct Recorder {
    /// Whole lines that nobody took yet.
    private(set) var text: [UInt8] = []
    private(set) var counts: [Sensor: Int] = [:]
    private(set) var lost: Int64 = 0
    private(set) var first: Timestamp?
    private(set) var last: Timestamp?
    private var device: SensorDevice?
    private var health = Health.ok

    init() { add(Recording.heading) }

    var samples: Int { counts.values.reduce(0, +) }

    /// From the first sample to the last.
    var seconds: Double {
        guard let first, let last else { return 0 }
        return last.seconds(since: first)
    }

    mutating func take(_ message: Message) {
        switch message {
        case .hello(let hello):
            changeDevice(hello.device)
            changeHealth(hello.health)
        case .state(let change):
            changeDevice(change.device)
            changeHealth(change.health)
        case .sample(let scan):
            counts[scan.sensor, default: 0] += 1
            first = first ?? scan.time
            last = scan.time
            add(Recording.Entry.scan(scan).line)
        case .gap(let count):
            lost &+= count
            add("# gap: \(count) samples lost")
        case .tilt, .reply, .unknown: break
        }
    }

    /// Takes the lines away.
    mutating func takeText() -> [UInt8] {
        defer { text.removeAll(keepingCapacity: true) }
        return text
    }

    private mutating func changeDevice(_ new: SensorDevice?) {
        guard let new, new != device else { return }
        if new.name != device?.name { add(Recording.Entry.device(printable(new.name)).line) }
        if new.axes != device?.axes {
            add(Recording.Entry.matrix(.accel, new.axes.accel).line)
            add(Recording.Entry.matrix(.gyro, new.axes.gyro).line)
        }
        device = new
    }

    /// The daemon repeats its state; a recording need not.
    private mutating func changeHealth(_ new: Health) {
        if new != health { add("# state: \(described(new))") }
        health = new
    }

    private mutating func add(_ line: String) {
        text.append(line)
        text.append(UInt8(ascii: "\n"))
    }
}

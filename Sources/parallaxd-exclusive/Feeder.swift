import Glibc
import LinuxIO
import MotionCore
import MotionWire
import ParallaxKit

/// Carries gravity from the daemon to the input device for as long as iio-sensor-proxy reads that.
///
/// Otherwise it has no connection and waits for an opening of the device only, so that the sensor may rest.
/// What the device gave last, it goes on giving.
final class Feeder {
    /// Frames a second: the proxy looks 1.4 times.
    private static let rate = 8.0

    private enum Token: UInt64 { case signals, openings, timer, daemon }

    private let device: InputAccelerometer
    private let socket: String
    private let log: Log
    private let signals: SignalSource
    private let openings: OpenWatch
    private let timer: TickTimer
    private let poller: Poller
    private var connection: MotionConnection?
    private var claim: Claim
    private var written: ProxyReading?
    /// Why there is no connection, so that it is told once.
    private var complaint: String?
    private var ready: [Poller.Ready] = []

    /// `node`: what the proxy opens to read the device. `socket`: the daemon's.
    init(
        _ device: consuming InputAccelerometer, node: String, socket: String,
        signals: consuming SignalSource, log: Log, patience: Int64 = Claim.patience
    ) throws(Errno) {
        let openings = try OpenWatch(on: node)
        let timer = try TickTimer()
        let poller = try Poller()
        try poller.add(signals.descriptor, token: Token.signals.rawValue)
        try poller.add(openings.descriptor, token: Token.openings.rawValue)
        try poller.add(timer.descriptor, token: Token.timer.rawValue)
        self.device = device
        self.socket = socket
        self.log = log
        self.signals = signals
        self.openings = openings
        self.timer = timer
        self.poller = poller
        claim = Claim(patience: patience)
    }

    /// Whether the device gives what it can: a first reading, or there is none to be had soon.
    var isReady: Bool { written != nil || claim.end == nil }

    /// Behaves as if the device was opened, which gives it its first reading.
    func start() throws(Stop) { try renewClaim() }

    /// Waits for what happens next and answers it. False when a signal ends it.
    func serve() throws(Stop) -> Bool {
        let tokens = try system { () throws(Errno) in
            try poller.wait(into: &ready)
            return ready.compactMap { Token(rawValue: $0.token) }
        }
        for token in tokens {
            switch token {
            case .signals: if try system({ () throws(Errno) in try signals.next() }) != nil { return false }
            case .openings:
                if try system({ () throws(Errno) in try openings.wasOpened() }) { try renewClaim() }
            case .timer:
                _ = try system { () throws(Errno) in try timer.ticks() }
                if !claim.isHeld(at: monotonicNanoseconds()) { letGo() }
            case .daemon: try read()
            }
        }
        return true
    }

    private func renewClaim() throws(Stop) {
        claim.renew(at: monotonicNanoseconds())
        if let end = claim.end { try system { () throws(Errno) in try timer.start(once: end) } }
        if connection == nil { try connect() }
    }

    /// Where there is no daemon the next opening tries again.
    private func connect() throws(Stop) {
        do throws(MotionConnection.Failure) { try subscribe() } catch { return lose(error.sentence) }
        guard let descriptor = connection?.descriptor else { return }
        try system { () throws(Errno) in try poller.add(descriptor, token: Token.daemon.rawValue) }
    }

    private func subscribe() throws(MotionConnection.Failure) {
        let fresh = try MotionConnection(path: socket)
        try fresh.send(Request(.subscribe(Subscription(rate: Feeder.rate, fields: [.gravity]))))
        connection = consume fresh
    }

    private func letGo() {
        connection = nil
        log(.debug, "nobody reads the accelerometer")
    }

    private func read() throws(Stop) {
        while let line = nextLine() {
            let json: JSON
            do throws(JSONError) { json = try JSON(line) } catch {
                return lose(MotionConnection.Failure.malformed(error.message).sentence)
            }
            if let values = json["gravity"]?.array?.compactMap(\.number), values.count == 3 {
                try write(ProxyReading(gravity: Vector3(values[0], values[1], values[2])))
            } else if let error = json["error"] {
                let sentence = "the daemon refuses: \(error["message"]?.string ?? "it does not say why")"
                if error["code"] == "denied" { throw Stop(.noPermission, sentence) }
                return lose(sentence)
            }
        }
    }

    /// Nil until more arrived, and where no more will.
    private func nextLine() -> ArraySlice<UInt8>? {
        do throws(MotionConnection.Failure) {
            return try connection?.nextLine(timeout: 0) ?? nil
        } catch {
            lose(error.sentence)
            return nil
        }
    }

    private func write(_ reading: ProxyReading) throws(Stop) {
        if complaint != nil || written == nil { log(.info, "the accelerometer follows the daemon") }
        complaint = nil
        guard reading != written else { return }
        try system { () throws(Errno) in try device.write(x: reading.x, y: reading.y, z: reading.z) }
        written = reading
    }

    private func lose(_ sentence: String) {
        connection = nil
        guard sentence != complaint else { return }
        complaint = sentence
        log(.warning, "the accelerometer stands still: \(sentence)")
    }
}

extension MotionConnection.Failure {
    fileprivate var sentence: String {
        switch self {
        case .noServer(let path, let reason):
            "no daemon answers at \(path) (\(reason)); `systemctl enable --now parallaxd.socket` starts one when it is needed"
        case .ended: "the daemon closed the connection"
        case .malformed(let message): "the daemon sent what is not in the protocol: \(message)"
        case .system(let reason): "the connection to the daemon failed: \(reason)"
        }
    }
}

import Glibc
import LinuxIO
import MotionCore
import MotionWire

/// Finds how the accelerometer sits in the device from three poses. Nothing changes before the third.
func calibrate(_ options: Options) throws(Failure) {
    var session = try Session(options, seconds: nil)
    try session.send(.subscribe(Subscription(samples: true)))
    let isKept = options.save || options.hwdb
    if isKept { try session.send(.devices) }
    var bench = Bench(session, wantsDevices: isKept)
    let device = try bench.waitForDevice()
    let sensor = try bench.sensor(device, options)
    let (calibration, poses) = try bench.calibrate(device)
    var report = CalibrationReport(device: device, calibration: calibration, poses: poses)
    try sensor?.keep(calibration.rotation, &report)
    var output = Output()
    if options.json {
        try output.write { $0.append(contentsOf: report.json.line) }
    } else {
        try output.write(report.text)
    }
    try output.flush()
}

/// The daemon's samples and the person who turns the device.
private struct Bench: ~Copyable {
    private var session: Session
    private let wantsDevices: Bool
    private var device: SensorDevice?
    private var devices: JSON?
    private var health = Health.ok
    private var guide = PoseGuide()
    private var progress = LiveLine()

    /// `wantsDevices`: whether the daemon was asked for its list.
    init(_ session: consuming Session, wantsDevices: Bool) {
        self.session = session
        self.wantsDevices = wantsDevices
    }

    mutating func waitForDevice() throws(Failure) -> SensorDevice {
        while true {
            if let device, devices != nil || !wantsDevices { return device }
            try step()
        }
    }

    /// Nil where nothing is to be kept.
    func sensor(_ device: SensorDevice, _ options: Options) throws(Failure) -> CalibratedSensor? {
        guard let devices else { return nil }
        return try CalibratedSensor(device, among: devices, of: session.peer().uid, options)
    }

    /// On a terminal, poses that were not clean are asked for again.
    mutating func calibrate(
        _ device: SensorDevice
    ) throws(Failure) -> (calibration: Calibration, poses: [Vector3]) {
        say("Right and top are the screen's where its picture is not turned. Ctrl-C changes nothing.")
        while true {
            let poses = try takePoses()
            do throws(Calibration.Failure) {
                let found = try Calibration(
                    flat: poses[0], rightLowered: poses[1], topRaised: poses[2], inUse: device.axes.accel)
                return (found, poses)
            } catch {
                let failure = Failure(.badData, error.sentence)
                guard error.isUnclean, LiveLine.isShown else { throw failure }
                writeError(failure.text)
            }
        }
    }

    private mutating func takePoses() throws(Failure) -> [Vector3] {
        guide = PoseGuide()
        while let pose = guide.wanted {
            say("\(pose.rawValue + 1) of 3: \(pose.request).")
            if LiveLine.isShown { say("        \(pose.drawing)") }
            while guide.wanted == pose { try step() }
        }
        return guide.taken
    }

    /// Takes in one thing that happens.
    private mutating func step() throws(Failure) {
        do throws(Failure) {
            switch try session.next() {
            case .line(let line): try take(try message(line))
            case .drained: progress.show(guide.progress)
            case .gone: throw .daemonGone
            case .stopped, .timeUp:
                throw Failure(.unavailable, "ended before the third pose; nothing was changed")
            }
        } catch {
            progress.clear()
            throw error
        }
    }

    private mutating func take(_ message: Message) throws(Failure) {
        switch message {
        case .hello(let hello):
            try change(to: hello.device)
            // Most daemons sleep until a client comes.
            if hello.device != nil { change(to: hello.health) }
        case .state(let state):
            try change(to: state.device)
            change(to: state.health)
        case .sample(let scan):
            guard scan.sensor == .accel, health.state == .ok, device != nil, guide.add(scan) else { return }
            say("taken.")
        case .gap: guide.interrupt()
        case .reply(let reply): devices = reply.json["devices"] ?? devices
        case .tilt, .unknown: break
        }
    }

    private mutating func change(to new: SensorDevice?) throws(Failure) {
        if let device, let new, device.id != new.id || device.name != new.name {
            throw Failure(
                .tryAgain, "the daemon changed to another sensor, \(printable(new.name)): run it again")
        }
        if new == nil { guide.interrupt() }
        device = device ?? new
    }

    /// Once for each change: the daemon repeats its state.
    private mutating func change(to new: Health) {
        if new != health {
            guide.interrupt()
            say(described(new))
        }
        health = new
    }

    private mutating func say(_ sentence: String) {
        progress.clear()
        writeError("\(sentence)\n")
    }
}

extension Calibration.Failure {
    /// Whether more care would help.
    fileprivate var isUnclean: Bool {
        switch self {
        case .unclear, .skewed: true
        case .mirrored: false
        }
    }

    var sentence: String {
        switch self {
        case .unclear: return "a pose was not clear: repeat all three"
        case .skewed(let skew):
            return "the two tilts missed a right angle by \(fixed(degrees(skew), places: 0))°: "
                + "tilt over one edge at a time, and repeat all three"
        case .mirrored(let mistake):
            let guess = mistake.map { " By the matrix in use it is likeliest that \($0.sentence)." } ?? ""
            return "the poses contradict each other: only a mirror image of the sensor could read so."
                + "\(guess) Run it again with care; if that ends the same, the driver mirrors an axis, which no "
                + "matrix puts right: report it to the driver's authors. Nothing was changed"
        }
    }
}

extension Calibration.Mistake {
    fileprivate var sentence: String {
        switch self {
        case .screenDown: "the screen was down in the first pose"
        case .leftLowered: "the left edge was lowered in the second pose"
        case .bottomRaised: "the bottom edge was raised in the third pose"
        case .tiltsSwapped: "the second and the third pose were swapped"
        }
    }
}

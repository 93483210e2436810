import MotionWire

extension Command {
    func run() throws(Failure) {
        switch self {
        case .version: try say("parallaxctl \(MotionWire.version)\n")
        case .help(let verb): try say(helpText(verb))
        case .run(.list, let options): try list(options)
        case .run(.watch, let options): try watch(options)
        case .run(.tilt, let options): try tilt(options)
        case .run(.status, let options): try status(options)
        case .run(.recenter, let options): try recenter(options)
        case .run(.record, let options): try record(options)
        case .run(.replay, let options): try replay(options)
        case .run(.calibrate, let options): try calibrate(options)
        case .run(.doctor, let options): try doctor(options)
        }
    }

    private func say(_ text: String) throws(Failure) {
        var output = Output()
        try output.write(text)
        try output.flush()
    }
}

/// How a verb is called; without one, how the program is.
func usageLine(_ verb: Verb?) -> String {
    guard let verb else {
        let verbs = Verb.allCases.map { $0.takesFile ? "\($0) FILE" : $0.rawValue }
        return "usage: parallaxctl \(verbs.joined(separator: "|")) [OPTION...]"
    }
    let options = verb.options.map { option in
        option.placeholder.map { "[--\(option) \($0)]" }
            ?? (option == .report ? "[--report [FILE]]" : "[--\(option)]")
    }
    let words = ["usage: parallaxctl \(verb)"] + (verb.takesFile ? ["FILE"] : []) + options
    return words.joined(separator: " ")
}

func helpText(_ verb: Verb?) -> String {
    guard let verb else {
        let verbs = Verb.allCases.map { "  \(padded($0.rawValue, to: 10))\($0.summary)\n" }.joined()
        return """
            \(usageLine(nil))

            Shows what parallaxd makes of this machine's motion sensors.

            \(verbs)
            `parallaxctl VERB --help` tells more, `parallaxctl --version` the version. Exit
            status: 0 done, 64 wrong usage, 65 bad input, 66 no such input, 69 no daemon,
            73 cannot create, 77 no permission; of doctor 1: something is at fault.

            """
    }
    let options = verb.options.map { option in
        let name = option.placeholder.map { "--\(option) \($0)" } ?? "--\(option)"
        return "  \(padded(name, to: 16))\(verb.meaning(of: option))\n"
    }
    return "\(usageLine(verb))\n\n\(verb.description)\n\n\(options.joined())"
}

extension Verb {
    fileprivate var summary: String {
        switch self {
        case .list: "the sensors of this machine, which one is used and why"
        case .watch: "a live picture in the terminal"
        case .tilt: "the stream of tilt, a line for each frame"
        case .status: "how the daemon fares and who is connected"
        case .recenter: "makes the present pose the neutral one"
        case .record: "writes what the sensors give to a file"
        case .replay: "runs the daemon's fusion over such a file"
        case .calibrate: "finds how the sensor sits in the device, from three poses"
        case .doctor: "what is wrong between the sensor and a client, and what to do"
        }
    }

    fileprivate var description: String {
        switch self {
        case .list:
            """
            Lists the motion sensors of this machine. The star is at the one that parallaxd
            takes by itself. It needs no daemon.
            """
        case .watch:
            """
            Draws a landscape that shifts as the device tilts, an artificial horizon and the
            viewer offset. q or Ctrl-C ends, r makes the present pose the neutral one.
            NO_COLOR in the environment does without colours.
            """
        case .tilt:
            """
            Prints for each frame its time in seconds, the viewer offset x and y from -1 to 1
            (turned to the viewer's right or down: positive), pitch and roll in degrees.
            Changes of the daemon's state go to standard error. Ends with Ctrl-C.
            """
        case .status: "Prints what the daemon tells of itself, its sensor and its clients."
        case .recenter: "Makes the pose in which the device is held now the neutral one, for everyone."
        case .record:
            """
            Writes every sample of the sensors to FILE (- is standard output), until Ctrl-C.
            The file is whole however the recording ends; `parallaxctl replay FILE` and
            `parallaxd --device replay:FILE` read it.
            """
        case .replay:
            """
            Runs over the recording FILE (- is standard input) what the daemon runs over its
            sensors, and prints a line for each sample of the gyroscope, or of the
            accelerometer where there is no gyroscope: seconds, x, y, pitch and roll in
            degrees, the gyroscope's offset in degrees a second, whether the device rests.
            """
        case .calibrate:
            """
            Asks for three poses (flat, right edge lowered, top edge raised), takes each when
            the device lies still, and prints the matrix that makes them true. It needs a
            daemon that runs. Without --save it changes nothing. Status 65: the poses
            contradict each other.
            """
        case .doctor: doctorDescription
        }
    }

    fileprivate func meaning(of option: Option) -> String {
        switch (option, self) {
        case (.json, .tilt): "the daemon's lines as they are, of all types"
        case (.json, .replay): "lines of JSON, in SI units and radians"
        case (.json, .calibrate): "the result as a line of JSON, in SI units and radians"
        case (.json, .status), (.json, .recenter): "the daemon's reply as a line of JSON"
        case (.json, .doctor): "the findings as one JSON object"
        case (.json, _): "a line of JSON for each sensor"
        case (.rate, _): "how many frames a second, 1 to 240; 60 is usual"
        case (.count, _): "end after so many frames"
        case (.seconds, _): "end after so many seconds"
        case (.force, _): "replace FILE if it is there"
        case (.save, _): "keep it: the daemon takes it before every other matrix"
        case (.hwdb, _): "print it as a file for udev's database, for every program"
        case (.report, _): "write a report to FILE (parallaxd-report.txt; - is standard output)"
        case (.device, _): "look at this accelerometer: an id, name, label or sysfs path"
        case (.socket, _): "the daemon's socket"
        }
    }
}

private let doctorDescription = """
    Walks from the kernel's driver to the daemon's socket and prints for each step what
    was found, whether that is ok, a note, a warning or a fault, and after -> what to do
    about it. It changes nothing and needs neither daemon nor root; what it cannot see
    without them it says. Hold the device still meanwhile, or turn it about two axes to
    have gyroscope and accelerometer compared.

    --report writes a text file for a bug report: these findings, the sensors' settings
    and 10 s of samples, without serial numbers. `parallaxctl replay FILE` reads it.

    Exit status: 0 nothing is at fault, 1 something is.
    """

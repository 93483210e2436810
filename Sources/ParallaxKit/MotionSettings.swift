import LinuxIO

/// What the surroundings say of pictures and of motion.
struct MotionSettings: Sendable {
    var screenAngle = ScreenAngle.zero
    var reducesMotion = false
    /// What is wrong with a variable, for people.
    private(set) var complaint: String?

    init() {}

    /// By variables of the environment and the desktop's settings for GTK, which are an INI file.
    init(variables: (String) -> String?, file: (String) -> String?) {
        if let text = variables("PARALLAX_SCREEN_ANGLE") {
            if let angle = Int(text).flatMap(ScreenAngle.init) {
                screenAngle = angle
            } else {
                complaint =
                    "PARALLAX_SCREEN_ANGLE is \(text), which is none of 0, 90, 180 and 270: 0 is used. Set it to how "
                    + "far the picture is turned counter-clockwise on the screen, or not at all."
            }
        }
        switch variables("PARALLAX_REDUCE_MOTION") {
        case "1": reducesMotion = true
        case "0": reducesMotion = false
        default:
            let folder = variables("XDG_CONFIG_HOME") ?? variables("HOME").map { $0 + "/.config" }
            let settings = folder.flatMap { file($0 + "/gtk-4.0/settings.ini") }
            reducesMotion = settings.map(switchesAnimationsOff) ?? false
        }
    }

    /// Those of this process; tells on standard error what is wrong with them.
    static func ofProcess() -> MotionSettings {
        let settings = MotionSettings(variables: environment, file: fileText)
        if let complaint = settings.complaint { writeError("ParallaxKit: \(complaint)\n") }
        return settings
    }
}

private func switchesAnimationsOff(_ settings: String) -> Bool {
    let values = settings.split(whereSeparator: \.isNewline).compactMap { line -> Substring? in
        let parts = line.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, trimmed(parts[0]) == "gtk-enable-animations" else { return nil }
        return trimmed(parts[1])
    }
    return values.last == "false" || values.last == "0"
}

private func trimmed(_ text: Substring) -> Substring {
    let start = text.drop(while: \.isWhitespace)
    return start[..<(start.lastIndex { !$0.isWhitespace }.map { start.index(after: $0) } ?? start.startIndex)]
}

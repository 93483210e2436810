import Fusion
import LinuxIO
import MotionCore
import MotionWire

/// Runs the daemon's fusion over a recording: the same file gives the same bytes each time.
func replay(_ options: Options) throws(Failure) {
    let recording = try recording(options.file)
    var output = Output()
    var start: Timestamp?
    var axes = SensorAxes()
    let sensors = recording.sensors
    let paced: Sensor = sensors.contains(.gyro) ? .gyro : .accel
    var filter = MotionFilter(sensors: sensors)
    var smoother = OffsetSmoother()
    for entry in recording.entries {
        switch entry {
        case .device: continue
        case .matrix(.accel, let rotation): axes.accel = rotation
        case .matrix(.gyro, let rotation): axes.gyro = rotation
        case .scan(let scan):
            filter.update(axes.sample(scan))
            guard scan.sensor == paced, var motion = filter.motion(at: scan.time),
                let offset = filter.offset(at: scan.time, smoothedBy: &smoother)
            else { continue }
            motion.offset = offset
            if options.json {
                try output.write { $0.append(contentsOf: motion.json.line) }
            } else {
                if start == nil { try output.write(heading) }
                let first = start ?? motion.time
                start = first
                try output.write(row(motion, seconds: motion.time.seconds(since: first)))
            }
        }
    }
    try output.flush()
}

private func recording(_ file: String) throws(Failure) -> Recording {
    let bytes = try attempt(file, or: .noInput) { () throws(Errno) in
        file == "-" ? try readInput() : try readFile(file)
    }
    do throws(Recording.Failure) { return try Recording(bytes) } catch {
        throw .badLine(file, error.line, error.message)
    }
}

private let heading =
    " seconds        x        y    pitch     roll   bias x   bias y   bias z  rest\n"

private func row(_ motion: Motion, seconds: Double) -> String {
    let angles = [motion.tilt.pitch, motion.tilt.roll, motion.bias.x, motion.bias.y, motion.bias.z]
    return fixed(seconds, places: 3, width: 8)
        + fixed(motion.offset.x, places: 4, width: 9) + fixed(motion.offset.y, places: 4, width: 9)
        + angles.map { fixed(degrees($0), places: 2, width: 9) }.joined()
        + (motion.isResting ? "  yes\n" : "  no\n")
}

extension Motion {
    /// Each number as short as it can be without losing a bit.
    fileprivate var json: JSON {
        let q = attitude
        return [
            "t": .int(time.microseconds),
            "q": .array([q.w, q.x, q.y, q.z].map(JSON.double)),
            "bias": .array([bias.x, bias.y, bias.z].map(JSON.double)),
            "rest": .bool(isResting),
            "pitch": .double(tilt.pitch), "roll": .double(tilt.roll),
            "x": .double(offset.x), "y": .double(offset.y),
        ]
    }
}

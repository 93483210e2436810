import MotionCore

/// A recording as somebody mailed it.
func checkRecording(_ input: [UInt8]) {
    let recording: Recording
    do throws(Recording.Failure) { recording = try Recording(input) } catch {
        let lines = input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).count
        precondition((1...lines).contains(error.line), "there is no line \(error.line)")
        precondition(!error.message.isEmpty, "there is no reason")
        return
    }
    let lines = recording.entries.map(\.line)
    let text = ([Recording.heading] + lines).joined(separator: "\n")
    do throws(Recording.Failure) {
        let again = try Recording(text.utf8)
        precondition(again.entries.map(\.line) == lines, "what is written is not what was read")
    } catch {
        preconditionFailure("what is written cannot be read: \(error)")
    }
    var motion = MotionPath(recording.sensors)
    var axes = SensorAxes()
    for entry in recording.entries {
        switch entry {
        case .device: break
        case .matrix(.accel, let rotation): axes.accel = rotation
        case .matrix(.gyro, let rotation): axes.gyro = rotation
        case .scan(let scan): motion.take(scan, axes)
        }
    }
}

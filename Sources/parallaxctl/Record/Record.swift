import Glibc
import LinuxIO
import MotionCore
import MotionWire

/// Writes every sample that comes to a file, which is whole however this ends.
func record(_ options: Options) throws(Failure) {
    var session = try Session(options, seconds: options.seconds)
    try session.send(.subscribe(Subscription(samples: true)))
    var recorder = Recorder()
    var failure: Failure?
    do throws(Failure) { try keep(&recorder, from: &session, options) } catch { failure = error }
    // Where nothing came, the failure says it all.
    if failure == nil || recorder.samples > 0 {
        LiveLine().clear()
        writeError("parallaxctl: \(summary(recorder))\n")
    }
    if let failure { throw failure }
}

private func keep(
    _ recorder: inout Recorder, from session: inout Session, _ options: Options
) throws(Failure) {
    var file: RecordingFile?
    var progress = LiveLine()
    while true {
        switch try session.next() {
        case .line(let line): recorder.take(try message(line))
        case .drained:
            // Not earlier: a refused connection leaves no file behind.
            if file == nil { file = try RecordingFile(options) }
            guard try file?.append(recorder.takeText(), in: session) == true else { return }
            progress.show("\(fixed(recorder.seconds, places: 1)) s, \(recorder.samples) samples")
        case .gone: throw .daemonGone
        case .stopped, .timeUp: return
        }
    }
}

func summary(_ recorder: Recorder) -> String {
    let counts = Sensor.allCases.map { "\(recorder.counts[$0] ?? 0) \($0)" }.joined(separator: " and ")
    let lost = recorder.lost > 0 ? ", \(recorder.lost) lost" : ""
    return "\(counts) samples in \(fixed(recorder.seconds, places: 1)) s\(lost)"
}

/// Where the recording goes.
private struct RecordingFile: ~Copyable {
    private let file: Descriptor
    private let isOutput: Bool
    private var length = 0

    init(_ options: Options) throws(Failure) {
        let path = options.file
        isOutput = path == "-"
        do throws(Errno) {
            file =
                if isOutput { Descriptor(owning: STDOUT_FILENO) } else {
                    try Descriptor.create(path, replacing: options.force)
                }
        } catch .fileExists {
            throw Failure(.cannotCreate, "\(path) is there already; --force replaces it")
        } catch {
            throw Failure(error.isPermission ? .noPermission : .cannotCreate, "\(path): \(error)")
        }
    }

    /// Where a disk is full the file ends with the last whole line before. False where the session is to
    /// end before anybody takes the lines.
    mutating func append(_ lines: [UInt8], in session: borrowing Session) throws(Failure) -> Bool {
        do throws(Errno) {
            guard try session.write(lines, to: file) else { return false }
        } catch {
            if isOutput { throw Failure(output: error) }
            do throws(Errno) { try file.truncate(to: length) } catch {}
            throw Failure(.inputOutput, "cannot write the recording on: \(error)")
        }
        length += lines.count
        return true
    }
}

import Diagnosis
import LinuxIO
import MotionCore
import MotionWire
import ParallaxKit

/// What the daemon says when it is asked for samples and then for its status.
struct Interview {
    /// How long it may take to answer, in seconds.
    private static let patience = 5.0
    /// How much longer samples are collected of a device that moves, in seconds: it takes turns of several
    /// seconds to compare both sensors.
    private static let turning = 9.0

    var recorder = Recorder()
    private var progress = LiveLine()
    private var answer: Evidence.Answer?
    private var scans: [Scan] = []
    private var refusal: RequestError?
    private var isAnswered = false

    /// Collects samples for `seconds`, and hands over what came of it while the connection still stands.
    mutating func hold(
        at path: String, seconds: Double, _ body: (Evidence.Daemon) -> Void
    ) throws(Failure) {
        let connection: MotionConnection
        do throws(MotionConnection.Failure) { connection = try MotionConnection(path: path) } catch {
            guard case .noServer(_, let reason) = error, reason != .nameTooLong else { throw Failure(error) }
            return body(.absent(reason))
        }
        var session = try Session(connection, seconds: seconds)
        let complaint: String?
        do throws(Failure) { complaint = try listen(to: &session) } catch {
            // What it says cannot be understood.
            guard error.code == .badProtocol else { throw error }
            complaint = "it does not speak the protocol"
        }
        body(result(complaint))
        progress.clear()
    }

    /// Why the daemon cannot be believed; nil where it answered.
    private mutating func listen(to session: inout Session) throws(Failure) -> String? {
        try session.send(.subscribe(Subscription(samples: true)))
        var isAsked = false
        var isLong = false
        while !isAnswered {
            switch try session.next() {
            case .line(let line): try take(line, isAsked: isAsked)
            case .drained:
                progress.show("\(fixed(recorder.seconds, places: 1)) s, \(recorder.samples) samples")
            case .gone: return "it closes the connection"
            case .stopped: throw Failure(.unavailable, "ended before all was looked at")
            case .timeUp:
                if !isAsked, !isLong, isMotion(scans) {
                    isLong = true
                    try session.extend(bySeconds: Interview.turning)
                    continue
                }
                if isAsked { return "it does not answer within \(fixed(Interview.patience, places: 0)) s" }
                isAsked = true
                try session.send(.status)
                try session.extend(bySeconds: Interview.patience)
            }
        }
        return nil
    }

    private mutating func take(_ line: ArraySlice<UInt8>, isAsked: Bool) throws(Failure) {
        let message: Message
        do throws(JSONError) { message = try Message(line: line) } catch {
            throw Failure(.badProtocol, error.message)
        }
        recorder.take(message)
        switch message {
        case .hello(let hello):
            answer = Evidence.Answer(server: printable(hello.server), health: hello.health)
            answer?.device = hello.device
        case .state(let change):
            answer?.health = change.health
            answer?.device = change.device
        case .sample(let scan): scans.append(scan)
        case .reply(let reply):
            refusal = reply.error ?? refusal
            isAnswered = isAsked && reply.error == nil
            answer?.remark = reply.json["remark"]?.string.map(printable)
        case .tilt, .gap, .unknown: break
        }
    }

    private func result(_ complaint: String?) -> Evidence.Daemon {
        if let refusal, refusal.code == .denied { return .denied(printable(refusal.message)) }
        if let refusal, refusal.code == .unavailable { return .failing(printable(refusal.message)) }
        guard var answer, complaint == nil else { return .mute(complaint ?? "it says nothing") }
        answer.scans = scans
        return .answers(answer)
    }
}

import Diagnosis
import LinuxIO
import MotionCore
import Sensors

/// Says what is in order between the sensor and a client, and what to do about the rest.
func doctor(_ options: Options) throws(Failure) {
    if options.report, options.file != "-", !options.force, fileExists(options.file) {
        throw Failure(.cannotCreate, "\(options.file) is there already; --force replaces it")
    }
    // Before the daemon is woken, which changes settings.
    var survey = Survey(options.device.map(DeviceSelector.named) ?? .auto)
    survey.evidence.socket = options.socket ?? SocketPath.ofClient
    var interview = Interview()
    let seconds = options.report ? 10.0 : 3
    try interview.hold(at: survey.evidence.socket, seconds: seconds) { daemon in
        survey.evidence.daemon = daemon
        survey.choose(daemon.answer?.device)
        // Without a daemon's samples a report has these.
        let isAlone = daemon.answer?.scans.isEmpty ?? true
        let isLong = options.report && isAlone
        var progress = LiveLine()
        if isLong { progress.show("reading the sensor for \(fixed(seconds, places: 0)) s") }
        survey.readRaw(seconds: isLong ? seconds : 0.5, rate: 100)
        progress.clear()
    }
    let findings = survey.evidence.findings
    if options.report {
        let samples = interview.recorder.samples > 0 ? interview.recorder.takeText() : nil
        try write(Report(survey.evidence, findings, samples: samples), options)
    }
    if !options.report || options.file != "-" { try show(findings, options) }
    if findings.worst == .fault { throw .faultFound }
}

import LinuxIO
import MotionCore
import Plausibility
import Sensors

extension Evidence {
    var matrix: Finding {
        let check = "matrix"
        guard let accel = pair?.accel else { return Finding(check, .skipped, "there is no sensor") }
        let kernel = [accel.accelMatrix].filter { !$0.isEmpty }
        if let axes = reading?.device?.axes, axes.accel != pair?.axes.accel {
            return Finding(check, .ok, "parallaxd uses a calibration in place of published matrices")
        }
        let sources =
            (accel.udevMatrix.map { [("udev's", $0)] } ?? []) + kernel.map { ("the kernel's", $0) }
        guard let (owner, text) = sources.first(where: { MountMatrix($0.1) != nil }) else {
            if let (owner, text) = sources.first {
                return Finding(
                    check, .warning,
                    "\(owner), \(text), is unusable: the sensor's axes are taken for the screen's",
                    step: Evidence.matrixStep)
            }
            return Finding(
                check, .note, "none: the sensor's axes are taken for the screen's",
                step: "only if pictures move the wrong way: " + Evidence.matrixStep)
        }
        let mirror = determinant(text) < 0 ? "; a reflection, as most are, so only x and y count" : ""
        let found = "\(owner), \(text)\(mirror)"
        if let (bad, other) = sources.first, MountMatrix(other) == nil {
            return Finding(
                check, .warning, "\(found); \(bad), \(other), is unusable", step: Evidence.matrixStep)
        }
        if let other = sources.dropFirst().first(where: { MountMatrix($0.1) != MountMatrix(text) }) {
            return Finding(check, .note, "\(found); \(other.0) differs: \(other.1)")
        }
        return Finding(check, .ok, found)
    }

    private static let matrixStep =
        "parallaxctl calibrate --save finds the right one; with --hwdb it prints it for every program"

    var handedness: Finding {
        let check = "handedness"
        guard let pair, pair.gyro != nil else {
            return Finding(check, .skipped, "there is no gyroscope to compare")
        }
        guard let reading, let axes = reading.device?.axes else {
            return Finding(check, .skipped, "it needs parallaxd's samples while the device turns")
        }
        if axes.accel == pair.axes.accel, axes.gyro != pair.axes.gyro {
            return Finding(
                check, .note, "the gyroscope's axes contradicted gravity's turning: parallaxd turned them",
                step: Evidence.reporting)
        }
        var turning = TurnCheck()
        var verdict: TurnCheck.Finding?
        for scan in reading.scans where verdict == nil { verdict = turning.update(axes.sample(scan)) }
        switch verdict {
        case nil:
            return Finding(
                check, .skipped, "the device did not turn enough meanwhile",
                step: "to have it judged turn the device about two axes while this runs")
        case .agrees: return Finding(check, .ok, "accelerometer and gyroscope tell of the same motion")
        case .dead:
            return Finding(
                check, .fault, "the gyroscope says the same whatever the device does",
                step: "reload its driver, or suspend and resume; " + Evidence.reporting)
        case .differs(let turn, let scale):
            let what = turn == .identity ? "rates are off by \(short(1 / scale))" : "axes are turned"
            return Finding(
                check, .warning,
                "the gyroscope contradicts the accelerometer: its \(what); parallaxd puts it right in motion",
                step: Evidence.reporting)
        }
    }

    var noise: Finding {
        let check = "noise"
        let scans = reading.map(\.scans).flatMap { $0.isEmpty ? nil : $0 } ?? raw?.scans ?? []
        guard let accel = Spread(scans, of: .accel) else { return Finding(check, .skipped, "no sample came") }
        let gyro = Spread(scans, of: .gyro)
        if accel.isConstant, accel.mean == .zero {
            return Finding(
                check, .fault, "the accelerometer reads nothing but zeros",
                step: "reload its driver, or suspend and resume: the sensor sleeps or has no power")
        }
        let parts =
            ["accelerometer \(short(accel.deviation)) m/s2"]
            + (gyro.map { ["gyroscope \(short($0.deviation * 180 / .pi)) deg/s"] } ?? [])
        let found = parts.joined(separator: ", ")
        guard accel.isRest else {
            return Finding(
                check, .note, "\(found): the device moves, or the sensor is very noisy",
                step: "lay it down and run this again")
        }
        if let gyro, gyro.isConstant, gyro.mean == .zero {
            return Finding(
                check, .warning, "\(found): the gyroscope reads nothing but zeros",
                step: "turn the device while this runs; if they stay, reload its driver")
        }
        if accel.isConstant, isFine, accel.seconds > 0.4 {
            return Finding(
                check, .note,
                "\(accel.count) readings in a row are the same: its own rate is low, or it is stuck",
                step:
                    "move the device while parallaxctl watch runs; if nothing moves, suspend and resume, or "
                    + "reload the driver")
        }
        return Finding(check, .ok, "\(found) at rest")
    }

    /// Whether the accelerometer's steps are so small that its noise must show.
    private var isFine: Bool {
        guard let accel = pair?.accel, let step = state(of: accel)?.number("scale", .accel) else {
            return false
        }
        return step < 0.02
    }

    var rawReads: Finding {
        let check = "raw reads"
        guard let raw else { return Finding(check, .skipped, "not measured") }
        if let failure = raw.failure {
            if failure == .busy, raw.besideBuffer != nil {
                return Finding(check, .ok, "refused while the buffer runs, see below")
            }
            return Finding(
                check, .fault, "reading fails: \(failure)",
                step: failure.isPermission
                    ? "run it as root: sudo parallaxctl doctor"
                    : "reload the driver, or suspend and resume; then look at sudo dmesg")
        }
        let durations = raw.durations
        guard let middle = durations.middle, let most = durations.last else {
            let longest = raw.longest.map { ", one axis took \(short($0)) ms" } ?? ""
            return Finding(
                check, .fault, "no reading of three axes came within \(Survey.patience) s\(longest)",
                step: "the sensor hub or its bus does not answer: suspend and resume, or reload the driver")
        }
        let found = "\(short(middle)) ms for three axes, at most \(short(most)) ms"
        if middle <= 10 { return Finding(check, .ok, found) }
        let isBuffered = reading?.device?.mode == .buffer
        if middle <= 25 || isBuffered {
            return Finding(
                check, .note, found + (isBuffered ? "; parallaxd reads the buffer, which is not held up" : "")
            )
        }
        return Finding(
            check, .warning, "\(found): polled, it gives \(short(1000 / middle)) samples a second",
            step: "such chips are faster at a higher rate: set PARALLAXD_RATE for it in udev's hwdb, as "
                + "61-parallaxd.hwdb does for others")
    }

    var besideBuffer: Finding {
        let check = "beside buffer"
        guard let raw, let runner = raw.besideBuffer else {
            return Finding(check, .skipped, "no buffer ran meanwhile")
        }
        if raw.failure == .busy {
            return Finding(
                check, .note, "the driver refuses raw reads while \(runner) runs the buffer (EBUSY)")
        }
        guard let middle = raw.durations.middle else {
            return Finding(check, .note, "no raw read came back while \(runner) runs the buffer")
        }
        return Finding(check, .ok, "raw reads go on while \(runner) runs the buffer, \(short(middle)) ms")
    }
}

extension [Double] {
    /// Of sorted numbers.
    fileprivate var middle: Double? { isEmpty ? nil : self[count / 2] }
}

private func determinant(_ matrix: String) -> Double {
    let rows = matrix.split(separator: ";").compactMap { Vector3(list: $0) }
    return rows.count == 3 ? rows[0].dot(rows[1].cross(rows[2])) : 0
}

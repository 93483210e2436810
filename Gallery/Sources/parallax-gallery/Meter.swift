import GTKGlue
import Glibc
import ParallaxGTK

/// Holds the pages, and sees when a frame of them is drawn and what it cost.
final class Meter: WidgetBody {
    private var frames: [Double] = []
    private var began: (time: Double, work: Double)?

    /// Forgets what was, and counts from now on.
    func start() {
        frames = []
        began = (Meter.seconds(CLOCK_MONOTONIC), Meter.seconds(CLOCK_PROCESS_CPUTIME_ID))
    }

    override func snapshot(_ snapshot: Snapshot) {
        if began != nil { frames.append(Meter.seconds(CLOCK_MONOTONIC)) }
        super.snapshot(snapshot)
    }

    /// What was seen since the start.
    var report: String {
        guard let began, frames.count > 1 else { return "no frame was drawn" }
        let time = Meter.seconds(CLOCK_MONOTONIC) - began.time
        let work = Meter.seconds(CLOCK_PROCESS_CPUTIME_ID) - began.work
        let gaps = zip(frames.dropFirst(), frames).map { $0 - $1 }.sorted()
        let worst = gaps[min(gaps.count - 1, gaps.count * 99 / 100)]
        return
            "\(frames.count) frames in \(tenths(time)) s, \(tenths(Double(frames.count) / time)) a second, "
            + "99 of 100 gaps below \(tenths(1000 * worst)) ms, "
            + "\(tenths(1000 * work / Double(frames.count))) ms of CPU a frame"
    }

    private func tenths(_ number: Double) -> Double { (10 * number).rounded() / 10 }

    private static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return Double(time.tv_sec) + 1e-9 * Double(time.tv_nsec)
    }
}

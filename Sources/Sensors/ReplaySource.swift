package import LinuxIO
package import MotionCore

/// Plays a recording at the pace it was made, with its times moved to now.
package final class ReplaySource: MotionSource {
    package private(set) var device: SensorDevice
    private let entries: [Recording.Entry]
    private var position = 0
    private let timer: TickTimer
    /// From the recording's clock to `CLOCK_MONOTONIC`.
    private let shift: Int64

    package init(_ recording: Recording) throws(Errno) {
        entries = recording.entries
        device = SensorDevice(
            id: "replay", name: recording.device ?? "recording", sensors: recording.sensors, mode: .replay)
        let first = entries.lazy.compactMap(\.time).first ?? Timestamp(nanoseconds: 0)
        let timer = try TickTimer()
        shift = monotonicNanoseconds() - first.nanoseconds
        try timer.start(once: first.nanoseconds + shift)
        self.timer = timer
    }

    package var descriptors: [CInt] { [timer.descriptor] }

    package func read(_ body: (Scan, Sample) -> Void) throws(SourceFailure) {
        do throws(Errno) { _ = try timer.ticks() } catch { throw .failed("the replay's timer", error) }
        let now = monotonicNanoseconds()
        while position < entries.count {
            switch entries[position] {
            case .device: break
            case .matrix(.accel, let rotation): device.axes.accel = rotation
            case .matrix(.gyro, let rotation): device.axes.gyro = rotation
            case .scan(var scan):
                scan.time = Timestamp(nanoseconds: scan.time.nanoseconds + shift)
                guard scan.time.nanoseconds <= now else { return try wait(until: scan.time) }
                body(scan, device.axes.sample(scan))
            }
            position += 1
        }
        throw .ended
    }

    private func wait(until time: Timestamp) throws(SourceFailure) {
        do throws(Errno) { try timer.start(once: time.nanoseconds) } catch {
            throw .failed("the replay's timer", error)
        }
    }
}

extension Recording.Entry {
    fileprivate var time: Timestamp? {
        guard case .scan(let scan) = self else { return nil }
        return scan.time
    }
}

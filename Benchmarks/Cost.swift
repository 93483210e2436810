import Fusion
import Glibc
import MotionCore

/// The time that one sample of each sensor takes, in µs: of the attitude filter, and of the whole way to an offset.
func costOfUpdate() -> (filter: Double, motion: Double) {
    let samples = (0..<200_000).map { step in
        let time = Timestamp(nanoseconds: Int64(step / 2) * 10_000_000)
        let phase = Double(step) * 0.01
        let turn = Vector3(sin(phase), cos(0.7 * phase), 0.3)
        return step % 2 == 0
            ? Sample(sensor: .gyro, time: time, value: turn)
            : Sample(sensor: .accel, time: time, value: Vector3(0, 1, 9.7) + turn)
    }
    var attitude = AttitudeFilter()
    let filter = fastest { for sample in samples { attitude.update(sample) } }
    var whole = MotionFilter(sensors: [.accel, .gyro])
    var sum = 0.0
    let motion = fastest {
        for sample in samples {
            whole.update(sample)
            if sample.sensor == .accel { sum += whole.motion(at: sample.time)?.offset.x ?? 0 }
        }
    }
    precondition(sum.isFinite, "an offset is a number")
    return (filter * 10, motion * 10)
}

/// The fastest of five runs, in s: what is slower was disturbed.
private func fastest(_ work: () -> Void) -> Double {
    (0..<5).map { _ in ContinuousClock().measure(work) / .seconds(1) }.min() ?? 0
}

import Fusion
import Glibc
import MotionCore

/// The time that one sample of each sensor takes, in µs: of the attitude filter, and of the whole way to an
/// offset.
///
/// The fastest of many short runs, taken in turns: what else the machine does disturbs some of them only, so
/// that the ratio of both figures holds on a busy machine too.
func costOfUpdate() -> (filter: Double, motion: Double) {
    let pairs = 5_000
    let samples = (0..<2 * pairs).map { step in
        let time = Timestamp(nanoseconds: Int64(step / 2) * 10_000_000)
        let phase = Double(step) * 0.01
        let turn = Vector3(sin(phase), cos(0.7 * phase), 0.3)
        return step % 2 == 0
            ? Sample(sensor: .gyro, time: time, value: turn)
            : Sample(sensor: .accel, time: time, value: Vector3(0, 1, 9.7) + turn)
    }
    var fastest = (filter: Double.infinity, motion: Double.infinity)
    var sum = 0.0
    for _ in 0..<100 {
        var attitude = AttitudeFilter()
        fastest.filter = min(fastest.filter, seconds { for sample in samples { attitude.update(sample) } })
        var whole = MotionFilter(sensors: [.accel, .gyro])
        let time = seconds {
            for sample in samples {
                whole.update(sample)
                if sample.sensor == .accel { sum += whole.motion(at: sample.time)?.offset.x ?? 0 }
            }
        }
        fastest.motion = min(fastest.motion, time)
    }
    precondition(sum.isFinite, "an offset is a number")
    let scale = 1e6 / Double(pairs)
    return (fastest.filter * scale, fastest.motion * scale)
}

private func seconds(_ work: () -> Void) -> Double { ContinuousClock().measure(work) / .seconds(1) }

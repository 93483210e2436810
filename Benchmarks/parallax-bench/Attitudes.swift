import Fusion
import Glibc
import MotionCore

extension AttitudeFilter {
    /// The answer to each gyroscope sample once all samples up to its time are in, `ahead` s after it.
    mutating func attitudes(of samples: [Sample], ahead: Double) -> [Quaternion] {
        var attitudes: [Quaternion] = []
        var waiting = 0
        for (place, sample) in samples.enumerated() {
            update(sample)
            if sample.sensor == .gyro { waiting += 1 }
            if place + 1 < samples.count, samples[place + 1].time == sample.time { continue }
            let answer = attitude(at: sample.time.advanced(bySeconds: ahead)) ?? .identity
            attitudes += repeatElement(answer, count: waiting)
            waiting = 0
        }
        return attitudes
    }
}

extension GravityFilter {
    /// The answer to each accelerometer sample.
    mutating func attitudes(of samples: [Sample]) -> [Quaternion] {
        samples.filter { $0.sensor == .accel }.map { sample in
            update(sample)
            return attitude ?? .identity
        }
    }
}

/// The time that one sample of each sensor takes, in ns: of the attitude filter, and of the whole way to an
/// offset.
func nanoseconds(of samples: [Sample]) -> (filter: Double, motion: Double) {
    var attitude = AttitudeFilter()
    let filter = seconds { for sample in samples { attitude.update(sample) } }
    var whole = MotionFilter(sensors: [.accel, .gyro])
    var sum = 0.0
    let motion = seconds {
        for sample in samples {
            whole.update(sample)
            if sample.sensor == .accel { sum += whole.motion(at: sample.time)?.offset.x ?? 0 }
        }
    }
    precondition(sum.isFinite, "an offset is a number")
    let pairs = Double(samples.count) / 2
    return (filter / pairs * 1e9, motion / pairs * 1e9)
}

private func seconds(_ work: () -> Void) -> Double { ContinuousClock().measure(work) / .seconds(1) }

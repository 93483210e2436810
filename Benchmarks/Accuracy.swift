import Fusion
import Glibc
import MotionCore

/// Where a filter said up is, in device axes, at one moment.
struct Estimate {
    var time: Timestamp
    var up: Vector3
}

extension Recording {
    /// The attitude filter's answers at each gyroscope sample, asked when all samples up to its time are in.
    func estimates() -> (estimates: [Estimate], restarts: Int) {
        var filter = AttitudeFilter()
        var estimates: [Estimate] = []
        var waiting = accelerometer[...]
        for sample in gyroscope {
            while let first = waiting.first, first.time < sample.time {
                filter.update(first)
                waiting.removeFirst()
            }
            filter.update(sample)
            if let first = waiting.first, first.time == sample.time {
                filter.update(first)
                waiting.removeFirst()
            }
            guard let attitude = filter.attitude(at: sample.time) else { continue }
            estimates.append(Estimate(time: sample.time, up: attitude.up))
        }
        return (estimates, filter.restarts)
    }

    /// The answers of the filter without gyroscope at each accelerometer sample.
    func estimatesByGravity() -> [Estimate] {
        var filter = GravityFilter()
        return accelerometer.compactMap { sample in
            filter.update(sample)
            return filter.attitude.map { Estimate(time: sample.time, up: $0.up) }
        }
    }

    /// Root mean square of the angle between true and estimated up, in degrees.
    func error(of estimates: [Estimate]) -> Double {
        var sum = 0.0
        var count = 0
        var next = 0
        for truth in reference where truth.counts {
            while next < estimates.count, estimates[next].time < truth.time { next += 1 }
            guard next > 0, next < estimates.count else { continue }
            let before = estimates[next - 1], after = estimates[next]
            let share =
                truth.time.seconds(since: before.time) / after.time.seconds(since: before.time)
            let up = before.up + share * (after.up - before.up)
            let angle = up.angle(to: truth.attitude.up) * 180 / .pi
            sum += angle * angle
            count += 1
        }
        return (sum / Double(count)).squareRoot()
    }
}

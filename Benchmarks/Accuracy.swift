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

/// The rows that a recording counts in; none for those that lie still.
private func rows(of name: String) -> [String] {
    let words = name.split(separator: "_")
    guard words[0] == "phone" else { return words[0] == "broad" ? ["broad"] : [] }
    if name.contains("runninghand") { return ["\(words[1]) running"] }
    let isInHand = ["texting", "ar", "phoning"].contains { words[3].hasPrefix($0) }
    return isInHand ? [String(words[1]), "phones in the hand"] : [String(words[1])]
}

func printAccuracy(_ recordings: [(name: String, recording: Recording)]) {
    var errors: [String: [(full: Double, gravity: Double)]] = [:]
    print("inclination RMSE in degrees, with gyroscope and with the accelerometer alone; restarts")
    for (name, recording) in recordings {
        let (estimates, restarts) = recording.estimates()
        let error = (
            full: recording.error(of: estimates),
            gravity: recording.error(of: recording.estimatesByGravity())
        )
        print("\(column(error.full)) \(column(error.gravity)) \(restarts)  \(name)")
        for row in rows(of: name) { errors[row, default: []].append(error) }
    }
    print("means")
    for (name, errors) in errors.sorted(by: { $0.key < $1.key }) {
        let sum = errors.reduce((0, 0)) { ($0.0 + $1.full, $0.1 + $1.gravity) }
        let count = Double(errors.count)
        print("\(column(sum.0 / count)) \(column(sum.1 / count))  \(name) (\(errors.count))")
    }
}

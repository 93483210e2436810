import Glibc
import MotionCore

/// Checks what tilt promises over recordings of real motion, and prints each figure beside its bound.
struct TiltRows {
    private(set) var isKept = true

    private mutating func row(_ name: String, _ value: Double, atMost bound: Double) {
        let isKept = value <= bound
        print(
            "\(column(value, digits: 4)) ≤\(column(bound, digits: 4))  \(isKept ? "    " : "MISS")  \(name)")
        if !isKept { self.isKept = false }
    }

    mutating func check(_ recording: Recording, name: String) {
        let sensors: [Set<Sensor>] = [[.accel, .gyro], [.accel]]
        for sensors in sensors {
            let suffix = sensors.contains(.gyro) ? name : "\(name), accelerometer only"
            if name.hasPrefix("static") {
                checkRest(recording, sensors, name: suffix)
            } else if name.contains("_texting") || name.contains("_ar") {
                checkHand(recording, sensors, name: suffix)
            }
        }
    }

    /// The machine counts in the first figure, not in the second.
    mutating func checkCost() {
        let cost = costOfUpdate()
        row("µs for a sample of each sensor and an offset", cost.motion, atMost: 1)
        row("the same in updates of the attitude filter alone", cost.motion / cost.filter, atMost: 4)
    }

    private mutating func checkHand(_ recording: Recording, _ sensors: Set<Sensor>, name: String) {
        for rate in [60.0, 100] {
            let trace = OffsetTrace(recording.samples, sensors: sensors, rate: rate).dropping(5)
            if rate == 60 {
                row("share of time at the end of the range, \(name)", trace.plain.shareAtEnd, atMost: 0.02)
            }
            guard name.contains("_texting") else { continue }
            row("unrest at \(Int(rate)) Hz, \(name)", trace.smooth.unrest(rate: rate), atMost: 0.02)
        }
    }

    /// 10 minutes of which the last five count.
    private mutating func checkRest(_ recording: Recording, _ sensors: Set<Sensor>, name: String) {
        for rate in [60.0, 100] {
            let trace = OffsetTrace(recording.repeated(for: 600), sensors: sensors, rate: rate).dropping(300)
            row("spread at rest at \(Int(rate)) Hz, \(name)", trace.smooth.spread, atMost: 0.002)
            row("offset at rest, \(name)", trace.smooth.map(\.length).max() ?? 1, atMost: 0.005)
            row("frames sent at rest", Double(trace.smooth.sent(deadBand: 0.002)), atMost: 0)
        }
    }
}

extension Recording {
    /// Both sensors' samples by time.
    var samples: [Sample] { (gyroscope + accelerometer).sorted { $0.time < $1.time } }

    /// The samples to and fro, again and again: so that noise goes on without a step. Of a device at rest.
    func repeated(for seconds: Double) -> [Sample] {
        let once = samples
        guard let start = once.first?.time, let end = once.last?.time else { return [] }
        let span = end.nanoseconds - start.nanoseconds + 10_000_000
        return (0..<Int(seconds * 1e9) / Int(span) + 1).flatMap { round in
            (round.isMultiple(of: 2) ? once : once.reversed()).map { sample in
                let place = sample.time.nanoseconds - start.nanoseconds
                let inRound = round.isMultiple(of: 2) ? place : span - 10_000_000 - place
                var moved = sample
                moved.time = Timestamp(nanoseconds: start.nanoseconds + Int64(round) * span + inRound)
                return moved
            }
        }
    }
}

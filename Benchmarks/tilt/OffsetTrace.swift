import Fusion
import Glibc
import MotionCore

/// The offsets that a client gets, tick by tick.
struct OffsetTrace {
    /// Ticks a second.
    let rate: Double
    /// Of the first tick that had an offset.
    private(set) var start: Timestamp?
    var plain: [ViewerOffset] = []
    /// With the default smoothing.
    var smooth: [ViewerOffset] = []

    /// Plays samples, in order of time, through the daemon's own way.
    init(
        _ samples: some Sequence<Sample>, sensors: Set<Sensor>, rate: Double,
        settings: MotionFilter.Settings = MotionFilter.Settings()
    ) {
        self.rate = rate
        var filter = MotionFilter(sensors: sensors, settings: settings)
        var smoother = OffsetSmoother()
        var tick: Timestamp?
        for sample in samples {
            var next = tick ?? sample.time
            while next < sample.time {
                if let offset = filter.offset(at: next, smoothedBy: &smoother),
                    let motion = filter.motion(at: next)
                {
                    start = start ?? next
                    plain.append(motion.offset)
                    smooth.append(offset)
                }
                next = next.advanced(bySeconds: 1 / rate)
            }
            tick = next
            filter.update(sample)
        }
    }

    /// Without what comes in the first `seconds`.
    func dropping(_ seconds: Double) -> OffsetTrace {
        var trace = self
        trace.plain = Array(plain.dropFirst(Int(seconds * rate)))
        trace.smooth = Array(smooth.dropFirst(Int(seconds * rate)))
        return trace
    }
}

extension [ViewerOffset] {
    /// The share of time that is spent at the end of the range.
    var shareAtEnd: Double { Double(count { $0.length > 0.95 }) / Double(Swift.max(1, count)) }

    /// The root of the mean square of both components above 3 Hz: what a steady hand would not do.
    func unrest(rate: Double) -> Double {
        let (x, y) = (above(3, of: map(\.x), rate: rate), above(3, of: map(\.y), rate: rate))
        return (rms(x) * rms(x) + rms(y) * rms(y)).squareRoot()
    }

    /// The larger of what x and y cover.
    var spread: Double {
        let (x, y) = (map(\.x), map(\.y))
        return Swift.max((x.max() ?? 0) - (x.min() ?? 0), (y.max() ?? 0) - (y.min() ?? 0))
    }

    /// The largest move from one to the next.
    var largestStep: Double { zip(self, dropFirst()).map { ($1 - $0).length }.max() ?? 0 }

    /// How many of these a client with a dead band gets after it got the first.
    func sent(deadBand width: Double) -> Int {
        var deadBand = DeadBand(width: width)
        return count { deadBand.passes($0) } - 1
    }
}

import MotionCore
import Testing

@testable import ParallaxKit

@Suite struct PaceTests {
    /// How many of `count` frames are taken by one who wants `rate`, when frames come `steps` seconds apart
    /// by turns.
    private func taken(_ rate: Double, _ steps: [Double], _ count: Int) -> Int {
        var pace = Pace(rate: rate), time = Timestamp(nanoseconds: 1), taken = 0
        for index in 0..<count {
            if pace.takes(time) { taken += 1 }
            time = time.advanced(bySeconds: steps[index % steps.count])
        }
        return taken
    }

    @Test(arguments: [1.0, 7, 25, 30, 45, 59, 60])
    func `keeps a rate on average, whether it divides the stream's or not`(rate: Double) {
        #expect(abs(Double(taken(rate, [1.0 / 60], 6000)) - 100 * rate) <= 1)
    }

    @Test func `loses no frame of a stream of its own rate, however they jitter`() {
        #expect(taken(60, [1.0 / 60], 600) == 600)
        #expect(taken(60, [0.010, 0.02333], 600) == 600)
        // A stream of 25 from ticks of 60 a second.
        #expect(taken(25, [2.0 / 60, 3.0 / 60, 2.0 / 60, 3.0 / 60, 2.0 / 60], 600) == 600)
        #expect(taken(240, [1.0 / 60], 600) == 600)
    }

    @Test func `makes up for nothing after a pause`() {
        var pace = Pace(rate: 10), time = Timestamp(nanoseconds: 1)
        let takesFirst = pace.takes(time)
        #expect(takesFirst)
        time = time.advanced(bySeconds: 3600)
        let taken = (0..<60).count { _ in
            defer { time = time.advanced(bySeconds: 1.0 / 60) }
            return pace.takes(time)
        }
        #expect(taken <= 11)
    }

    @Test func `takes the first frame, also after the clock went back`() {
        var pace = Pace(rate: 1)
        let time = Timestamp(microseconds: 9_000_000)
        let taken = [0.0, -5, -4.8, -4].map { pace.takes(time.advanced(bySeconds: $0)) }
        #expect(taken == [true, false, false, true])
    }
}

import Fusion
import Glibc
import MotionCore
import Testing

@testable import tilt_bench

@Suite struct OffsetSmootherTests {
    private static let all: [Smoothing] = [.none, .default, .timeConstant(0.1), .timeConstant(2)]

    /// What a smoother makes of an input that is asked for `rate` times a second.
    private func values(
        _ smoothing: Smoothing, rate: Double = 60, seconds: Double, shake: Double = 0.1,
        input: (Double) -> ViewerOffset
    ) -> [ViewerOffset] {
        var smoother = OffsetSmoother(smoothing)
        return (0..<Int(seconds * rate)).map { step in
            let time = Double(step) / rate
            return smoother.update(
                input(time), shake: shake, at: Timestamp(nanoseconds: 0).advanced(bySeconds: time))
        }
    }

    @Test(arguments: all)
    func `starts at the input and stays there`(smoothing: Smoothing) {
        let values = values(smoothing, seconds: 5) { _ in ViewerOffset(x: 0.3, y: -0.8) }
        #expect(values.allSatisfy { $0.distance(to: ViewerOffset(x: 0.3, y: -0.8)) < 1e-12 })
    }

    @Test func `none changes nothing`() {
        let input = { ViewerOffset(x: sin(40 * $0), y: cos(7 * $0)) }
        let values = values(.none, seconds: 2, input: input)
        #expect(values.indices.allSatisfy { values[$0] == input(Double($0) / 60) })
    }

    @Test(arguments: all, [0.0, 1])
    func `never overshoots a step`(smoothing: Smoothing, shake: Double) {
        let values = values(smoothing, seconds: 30, shake: shake) {
            $0 < 1 ? .zero : ViewerOffset(x: 0.6, y: -0.8)
        }
        for (early, late) in zip(values, values.dropFirst()) {
            #expect(late.x >= early.x && late.x <= 0.6 + 1e-12)
            #expect(late.y <= early.y && late.y >= -0.8 - 1e-12)
        }
        #expect(values.last.map { $0.distance(to: ViewerOffset(x: 0.6, y: -0.8)) < 0.006 } == true)
    }

    @Test(arguments: [0.05, 0.3, 2], [1, 7, 100])
    func `comes 63 % through a step in one time constant, however often it is asked`(time: Double, ticks: Int)
    {
        var smoother = OffsetSmoother(.timeConstant(time))
        let start = Timestamp(nanoseconds: 0), step = Timestamp(nanoseconds: 1000)
        _ = smoother.update(.zero, shake: 0, at: start)
        var value = smoother.update(ViewerOffset(x: 1, y: -1), shake: 0, at: step)
        for tick in 1...ticks {
            let now = step.advanced(bySeconds: time * Double(tick) / Double(ticks))
            value = smoother.update(ViewerOffset(x: 1, y: -1), shake: 0, at: now)
        }
        #expect(abs(value.x - (1 - exp(-1))) < 1e-4)
        #expect(value.y == -value.x)
    }

    @Test func `uneven ticks give the same as even ones`() {
        var even = OffsetSmoother(.timeConstant(0.2)), uneven = even
        var random = Random(state: 5)
        let start = Timestamp(nanoseconds: 0)
        for step in 0...100 {
            // Both know the input's corners, the uneven one asks in between as well.
            let time = Double(step) / 10, next = time + 0.1
            let input = { (time: Double) in ViewerOffset(x: abs(sin(3 * time)), y: 0) }
            let one = even.update(input(time), shake: 0, at: start.advanced(bySeconds: time))
            let other = uneven.update(input(time), shake: 0, at: start.advanced(bySeconds: time))
            #expect(one.distance(to: other) < 1e-9)
            let share = Double.random(in: 0.1..<0.9, using: &random)
            let between = input(time) + share * (input(next) - input(time))
            _ = uneven.update(between, shake: 0, at: start.advanced(bySeconds: time + share * 0.1))
        }
    }

    @Test(arguments: all)
    func `a time that does not go on changes nothing and makes no jump`(smoothing: Smoothing) {
        var smoother = OffsetSmoother(smoothing)
        let time = Timestamp(nanoseconds: 5_000_000_000)
        let first = smoother.update(ViewerOffset(x: 0.1, y: 0), shake: 0, at: time)
        #expect(smoother.update(ViewerOffset(x: 0.9, y: 0), shake: 0, at: time) == first)
        #expect(smoother.update(ViewerOffset(x: 0.9, y: 0), shake: 0, at: Timestamp(nanoseconds: 0)) == first)
    }

    /// In s, of what a smoother makes of a sway at 1 Hz, by the phase of its 1 Hz part.
    private func lag(degrees: Double, rate: Double, shake: Double = 0.1) -> Double {
        let values = values(.default, rate: rate, seconds: 20, shake: shake) { time in
            ViewerOffset(x: degrees / 20 * sin(2 * .pi * time), y: 0)
        }
        return values.map(\.x).lagOfSway(rate: rate)
    }

    @Test(arguments: [10.0, 25, 60, 100, 240])
    func `lags a sway at 1 Hz by 20 ms at most, a small one by 25`(rate: Double) {
        #expect(lag(degrees: 10, rate: rate) <= 0.020)
        #expect(lag(degrees: 5, rate: rate) <= 0.025)
        #expect(lag(degrees: 2, rate: rate) <= 0.025)
    }

    @Test func `is slower while the device is shaken`() {
        #expect(lag(degrees: 5, rate: 60, shake: 0.9) > 0.035)
        #expect(lag(degrees: 5, rate: 60, shake: 0.3) < 0.025)
    }

    @Test(arguments: [60.0, 100])
    func `keeps still what wanders by less than the slack`(rate: Double) {
        let values = values(.default, rate: rate, seconds: 60) { time in
            ViewerOffset(x: 0.2 + 0.004 * sin(0.3 * time), y: 0.004 * cos(0.2 * time) - 0.004)
        }
        #expect(values.allSatisfy { $0.distance(to: values[0]) < 0.005 })
        #expect(Array(values.dropFirst(Int(30 * rate))).spread < 0.001)
    }

    @Test func `follows a slow tilt without steps`() {
        let values = values(.default, seconds: 20) { ViewerOffset(x: 0.05 * $0, y: 0) }
        // 1°/s is 0.05 offset a second: 0.0008 a tick.
        #expect(values.largestStep < 0.0012)
        #expect(abs((values.last?.x ?? 0) - 0.05 * 20) < 0.008)
    }
}

extension [Double] {
    /// By how many seconds these are behind sin(2πt), over ten seconds at their end.
    func lagOfSway(rate: Double, start: Double = 0) -> Double {
        var parts = (sine: 0.0, cosine: 0.0)
        for index in indices.suffix(Int(rate) * 10) {
            let phase = 2 * .pi * (start + Double(index) / rate)
            parts.sine += self[index] * sin(phase)
            parts.cosine += self[index] * cos(phase)
        }
        return atan2(-parts.cosine, parts.sine) / (2 * .pi)
    }
}

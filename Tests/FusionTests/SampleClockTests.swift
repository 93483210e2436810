import MotionCore
import Testing

@testable import Fusion

@Suite struct SampleClockTests {
    @Test func `later samples count, earlier ones do not`() {
        var clock = SampleClock()
        let start = Timestamp(nanoseconds: 5_000_000_000)
        #expect(clock.step(to: start) == .first)
        #expect(clock.step(to: start.advanced(bySeconds: 0.25)) == .next(0.25))
        #expect(clock.step(to: start.advanced(bySeconds: 0.25)) == .refused)
        #expect(clock.step(to: start.advanced(bySeconds: -0.5)) == .refused)
        #expect(clock.newest == start.advanced(bySeconds: 0.25))
    }

    @Test(arguments: [-3.0, 2.0, 3600])
    func `a jump that lasts is another clock`(jump: Double) {
        var clock = SampleClock()
        let start = Timestamp(nanoseconds: 5_000_000_000)
        _ = clock.step(to: start)
        #expect(clock.step(to: start.advanced(bySeconds: jump)) == .refused)
        #expect(clock.step(to: start.advanced(bySeconds: jump + 0.25)) == .broken)
        #expect(clock.step(to: start.advanced(bySeconds: jump + 0.75)) == .next(0.5))
    }

    @Test(arguments: [-3.0, 2.0, 3600])
    func `one wrong time leaves no trace`(jump: Double) {
        var clock = SampleClock()
        let start = Timestamp(nanoseconds: 5_000_000_000)
        _ = clock.step(to: start)
        for _ in 0..<3 { #expect(clock.step(to: start.advanced(bySeconds: jump)) == .refused) }
        #expect(clock.step(to: start.advanced(bySeconds: 0.25)) == .next(0.25))
        #expect(clock.step(to: start.advanced(bySeconds: jump + 0.1)) == .refused)
        #expect(clock.step(to: start.advanced(bySeconds: 0.5)) == .next(0.25))
    }

    @Test func `a sensor with a sample every two seconds is heard`() {
        var clock = SampleClock()
        let start = Timestamp(nanoseconds: 5_000_000_000)
        let steps = (0..<6).map { clock.step(to: start.advanced(bySeconds: 2 * Double($0))) }
        #expect(steps == [.first, .refused, .broken, .refused, .broken, .refused])
    }

    @Test(arguments: [.nan, .infinity, -.infinity, 1e5, 1e300])
    func `no sensor means such a value`(value: Double) {
        let time = Timestamp(nanoseconds: 0)
        #expect(!Sample(sensor: .gyro, time: time, value: Vector3(0, value, 0)).isPlausible)
        #expect(Sample(sensor: .gyro, time: time, value: Vector3(0, 40, 0)).isPlausible)
    }

    @Test(arguments: [Int64.min, .max])
    func `no clock means such a time`(nanoseconds: Int64) {
        let time = Timestamp(nanoseconds: nanoseconds)
        #expect(!Sample(sensor: .gyro, time: time, value: .zero).isPlausible)
    }
}

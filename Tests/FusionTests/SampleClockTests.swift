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

    @Test(arguments: [-3.0, 2.0])
    func `a jump of more than a second is another clock`(jump: Double) {
        var clock = SampleClock()
        let start = Timestamp(nanoseconds: 5_000_000_000)
        _ = clock.step(to: start)
        #expect(clock.step(to: start.advanced(bySeconds: jump)) == .broken)
        #expect(clock.step(to: start.advanced(bySeconds: jump + 0.5)) == .next(0.5))
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

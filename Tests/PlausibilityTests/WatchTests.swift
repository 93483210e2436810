import MotionCore
import Testing

@testable import Plausibility

@Suite struct WatchTests {
    private static let second: Int64 = 1_000_000_000
    private static let fine: [Sensor: Double] = [.accel: 0.0006, .gyro: 0.001]

    /// Notes a reading each 10 ms of `seconds` and returns the moment after.
    private func run(
        _ watch: inout Watch, _ sensors: Set<Sensor>, from start: Int64, seconds: Double,
        isSaturated: Bool = false,
        _ value: (Int) -> Double
    ) -> Int64 {
        var now = start
        for count in 0..<Int(seconds * 100) {
            now += Self.second / 100
            for sensor in sensors {
                watch.note(sensor, Vector3(0, value(count), 9.8), isSaturated: isSaturated, at: now)
            }
        }
        return now
    }

    @Test func `silence for half a second is noticed`() {
        var watch = Watch(steps: Self.fine, at: 0)
        #expect(watch.finding(at: Self.second / 2 - 1) == .fine)
        #expect(watch.finding(at: Self.second / 2) == .silent)
        #expect(!watch.isProven)
        let now = run(&watch, [.accel], from: Self.second, seconds: 1) { Double($0) }
        #expect(watch.isProven)
        #expect(watch.finding(at: now) == .fine)
        #expect(watch.finding(at: now + Self.second / 2) == .silent)
        watch.restart(at: now + Self.second / 2)
        #expect(watch.finding(at: now + Self.second / 2) == .fine)
    }

    @Test func `the same reading for a second is no reading, where noise would show`() {
        var watch = Watch(steps: Self.fine, at: 0)
        var now = run(&watch, [.accel, .gyro], from: 0, seconds: 0.9) { _ in 1 }
        #expect(watch.finding(at: now) == .fine)
        now = run(&watch, [.accel, .gyro], from: now, seconds: 0.2) { _ in 1 }
        #expect(watch.finding(at: now) == .stuck)
        now = run(&watch, [.accel, .gyro], from: now, seconds: 0.01) { _ in 2 }
        #expect(watch.finding(at: now) == .fine)
    }

    @Test(arguments: [[.accel: 0.0980665], [.gyro: 0.002]] as [[Sensor: Double]])
    func `a coarse sensor may rest`(steps: [Sensor: Double]) {
        var watch = Watch(steps: steps, at: 0)
        let now = run(&watch, Set(steps.keys), from: 0, seconds: 60) { _ in 1 }
        #expect(watch.finding(at: now) == .fine)
    }

    @Test func `one of two sensors that moves is enough`() {
        var watch = Watch(steps: Self.fine, at: 0)
        var now: Int64 = 0
        for count in 0..<30 {
            now = run(&watch, [.accel], from: now, seconds: 0.1) { _ in Double(count) }
            now = run(&watch, [.gyro], from: now, seconds: 0.1) { _ in 1 }
        }
        #expect(watch.finding(at: now) == .fine)
    }

    @Test func `an axis at its end for a second is noticed, a knock is not`() {
        var watch = Watch(steps: Self.fine, at: 0)
        var now = run(&watch, [.accel], from: 0, seconds: 0.9, isSaturated: true) { Double($0) }
        now = run(&watch, [.accel], from: now, seconds: 0.1) { Double($0) }
        #expect(watch.finding(at: now) == .fine)
        now = run(&watch, [.accel], from: now, seconds: 1.1, isSaturated: true) { Double($0) }
        #expect(watch.finding(at: now) == .saturated)
    }
}

import TestSupport
import Testing

@testable import Plausibility

@Suite struct ScanClockTests {
    private static let start: Int64 = 5_000_000_000
    private static let period: Int64 = 10_000_000

    /// `count` scans at the device's pace from `first` on, that waited for the last one.
    private func batch(
        _ count: Int64, from first: Int64, _ stamp: (Int64) -> Int64 = { $0 }
    ) -> [ScanClock.Stamp] {
        let measured = (0..<count).map { Self.start + (first + $0) * Self.period }
        let arrival = (measured.last ?? 0) + 1_000_000
        return measured.map { ScanClock.Stamp(kernel: stamp($0), arrival: arrival) }
    }

    @Test func `keeps the kernel's times where they are sound`() {
        var clock = ScanClock(isKnown: true, rate: 100)
        for first in stride(from: Int64(0), to: 100, by: 10) {
            let stamps = batch(10, from: first)
            #expect(clock.times(of: stamps) == stamps.map(\.kernel))
        }
        #expect(clock.times(of: []).isEmpty)
    }

    @Test(
        arguments: [
            ("zero", { @Sendable _ in 0 }), ("frozen", { _ in ScanClockTests.start }),
            ("realtime", { $0 + 1_796_012_000_000_000_000 }), ("future", { $0 + 500_000_000 }),
            ("long ago", { $0 - 1_500_000_000 }), ("backwards", { 2 * ScanClockTests.start - $0 }),
            ("lowest", { _ in .min }), ("highest", { _ in .max }), ("negative", { -$0 }),
        ] as [(String, @Sendable (Int64) -> Int64)])
    func `takes the arrival where the kernel's time is not sound`(
        _: String, stamp: @Sendable (Int64) -> Int64
    ) {
        var clock = ScanClock(isKnown: true, rate: 100)
        _ = clock.times(of: batch(10, from: 0))
        for first in stride(from: Int64(10), to: 100, by: 10) {
            let stamps = batch(10, from: first, stamp)
            let times = clock.times(of: stamps)
            #expect(times.last == stamps.last?.arrival)
            let steps = zip(times, times.dropFirst()).map { $1 - $0 }
            // Spread evenly at the device's pace.
            #expect(steps.allSatisfy { abs($0 - Self.period) <= 100_000 })
        }
    }

    @Test(arguments: [1e-300, 1e-10, 1e300, .infinity, -1, 0])
    func `any rate may be named`(rate: Double) {
        var clock = ScanClock(isKnown: false, rate: rate)
        _ = clock.times(of: batch(2, from: 0))
        let times = clock.times(of: batch(2, from: 2))
        #expect(times[0] < times[1])
        #expect(times[1] == Self.start + 3 * Self.period + 1_000_000)
    }

    @Test(arguments: [Int64.min, .min + 1, -1, 0, .max])
    func `any number may come first`(kernel: Int64) {
        var clock = ScanClock(isKnown: true, rate: 100)
        #expect(clock.times(of: [ScanClock.Stamp(kernel: kernel, arrival: Self.start)]) == [Self.start])
    }

    @Test(arguments: [Int64.min, .min + 1, -1, 0, .max])
    func `any number may come from a clock that counts sleep`(kernel: Int64) {
        let stamp = ScanClock.Stamp(kernel: kernel, asleep: 3_600_000_000_000, arrival: Self.start)
        var clock = ScanClock(isKnown: true, rate: 100)
        #expect(clock.times(of: [stamp]) == [Self.start])
    }

    @Test func `a clock that is not known is not asked`() {
        var clock = ScanClock(isKnown: false, rate: 100)
        let stamps = batch(3, from: 0)
        let last = Self.start + 2 * Self.period + 1_000_000
        #expect(clock.times(of: stamps) == [last - 2 * Self.period, last - Self.period, last])
    }

    @Test func `scans after a pause are not stretched over it`() throws {
        var clock = ScanClock(isKnown: false, rate: 100)
        _ = clock.times(of: batch(1, from: 0))
        let times = clock.times(of: batch(2, from: 1000))
        #expect(times[1] - times[0] <= Self.period * 3 / 2)
    }

    @Test func `without a rate it counts with a hundred scans a second`() {
        var clock = ScanClock(isKnown: false, rate: 0)
        let times = clock.times(of: batch(2, from: 0))
        #expect(times[1] - times[0] == Self.period)
    }

    /// Whatever a device makes of its timestamps.
    @Test(arguments: 0..<200 as Range<UInt64>, [true, false])
    func `times always grow`(seed: UInt64, isKnown: Bool) {
        var random = SplitMix64(seed: seed)
        var clock = ScanClock(isKnown: isKnown, rate: [0, 12.5, 100, 1600][Int(seed % 4)])
        var arrival = Self.start
        var previous: Int64?
        for _ in 0..<50 {
            arrival += .random(in: 1...20_000_000, using: &random)
            let stamps = (0..<Int.random(in: 1...20, using: &random)).map { _ in
                ScanClock.Stamp(kernel: anyTime(near: arrival, &random), arrival: arrival)
            }.sorted { random.next() % 4 > 0 && $0.kernel < $1.kernel }
            let times = clock.times(of: stamps)
            #expect(times.count == stamps.count)
            for time in times {
                #expect(previous.map { $0 < time } ?? true)
                previous = time
            }
            #expect((times.last ?? 0) <= arrival + 3_000_000)
        }
    }

    private func anyTime(near arrival: Int64, _ random: inout SplitMix64) -> Int64 {
        switch random.next() % 12 {
        case 0: .random(in: .min ... .max, using: &random)
        case 1: [0, .min, .max, -1][Int(random.next() % 4)]
        case 2: arrival + .random(in: 0...2_000_000, using: &random)
        default: arrival - .random(in: 0...15_000_000, using: &random)
        }
    }
}

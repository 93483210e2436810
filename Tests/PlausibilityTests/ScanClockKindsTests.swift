import Testing

@testable import Plausibility

/// What devices make of their timestamps, by kind.
@Suite struct ScanClockKindsTests {
    private static let period: Int64 = 10_000_000
    private static let latency: Int64 = 1_500_000

    struct Kind: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// From the moment of measuring to the kernel's time, nanoseconds.
        var stamp: @Sendable (Int64) -> Int64
        /// Scans until the clock is seen through.
        var probation = 1
        var start: Int64 = 90_000_000_000
    }

    static let kinds = [
        Kind(testDescription: "realtime") { $0 + 1_796_012_000_000_000_000 },
        Kind(testDescription: "zero") { _ in 0 },
        Kind(testDescription: "frozen") { _ in 90_000_000_000 },
        Kind(testDescription: "a 32-bit counter of microseconds") {
            ($0 / 1000 % 4_294_967_296) * 1000 - 5_000_000_000
        },
        Kind(
            testDescription: "a hub that began 0.4 s after the machine", stamp: { $0 - 400_000_000 },
            probation: 40),
        Kind(testDescription: "a hub that began 0.4 s before the machine") { $0 + 400_000_000 },
        Kind(testDescription: "a counter in milliseconds") { $0 / 1_000_000 },
        Kind(testDescription: "jumps by a minute") { $0 + ($0 / 1_000_000_000 % 2) * 60_000_000_000 },
    ]

    @Test(arguments: kinds)
    func `scans are never timed far from their arrival, and in order`(kind: Kind) {
        var clock = ScanClock(isKnown: true, rate: 100)
        var previous = Int64.min
        for count in 0..<1000 as Range<Int64> {
            let measured = kind.start + count * Self.period
            let arrival = measured + Self.latency
            let times = clock.times(of: [ScanClock.Stamp(kernel: kind.stamp(measured), arrival: arrival)])
            #expect(times.count == 1)
            #expect(times[0] > previous)
            previous = times[0]
            if count >= kind.probation { #expect(abs(times[0] - measured) <= 2 * Self.latency) }
        }
    }

    @Test func `a counter that wraps is timed by arrival and by itself again when it is near`() {
        var clock = ScanClock(isKnown: true, rate: 100)
        let wrap: Int64 = 4_294_967_296_000
        for count in -300..<300 as Range<Int64> {
            let measured = wrap + count * Self.period
            let arrival = measured + Self.latency
            let times = clock.times(of: [ScanClock.Stamp(kernel: measured % wrap, arrival: arrival)])
            #expect(times == [count < 0 ? measured : arrival])
        }
    }

    @Test(arguments: [2, 7, 50, 6000] as [Int64])
    func `a gap stays a gap`(lost: Int64) {
        for isKnown in [true, false] {
            var clock = ScanClock(isKnown: isKnown, rate: 100)
            var times: [Int64] = []
            for count in [0, 1, 2, 3 + lost, 4 + lost] {
                let measured = 90_000_000_000 + count * Self.period
                times += clock.times(
                    of: [ScanClock.Stamp(kernel: measured, arrival: measured + Self.latency)])
            }
            #expect(times[3] - times[2] == (lost + 1) * Self.period)
            #expect(times[4] - times[3] == Self.period)
        }
    }

    @Test func `a scan that comes twice does not turn time back`() {
        var clock = ScanClock(isKnown: true, rate: 100)
        var previous = Int64.min
        for count in [0, 1, 1, 2, 2, 2, 3, 4] as [Int64] {
            let measured = 90_000_000_000 + count * Self.period
            let arrival = max(previous, measured) + Self.latency
            let times = clock.times(of: [ScanClock.Stamp(kernel: measured, arrival: arrival)])
            #expect(times[0] > previous)
            #expect(times[0] <= arrival)
            previous = times[0]
        }
    }
}

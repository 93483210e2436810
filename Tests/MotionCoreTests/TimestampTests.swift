import Testing

@testable import MotionCore

@Suite struct TimestampTests {
    @Test func `counts seconds between moments`() {
        let early = Timestamp(nanoseconds: 1_500_000_000), late = Timestamp(microseconds: 2_000_000)
        #expect(late.seconds(since: early) == 0.5)
        #expect(early.seconds(since: late) == -0.5)
        #expect(early < late)
        #expect(early.advanced(bySeconds: 0.5) == late)
        #expect(late.advanced(bySeconds: -0.5) == early)
    }

    @Test(arguments: [Int64.min, -4_000_000_000_000_000, 4_000_000_000_000_000, .max])
    func `refuses a stranger's time that it could not count with`(microseconds: Int64) {
        #expect(Timestamp(untrustedMicroseconds: microseconds) == nil)
    }

    @Test func `times that strangers may name can be compared`() throws {
        let first = try #require(Timestamp(untrustedMicroseconds: -3_999_999_999_999_999))
        let last = try #require(Timestamp(untrustedMicroseconds: 3_999_999_999_999_999))
        #expect(abs(last.seconds(since: first) - 8e9) < 1)
    }

    @Test(arguments: [(0, 0), (999, 0), (1000, 1), (81_234_567_890_123, 81_234_567_890)])
    func `has whole microseconds`(nanoseconds: Int64, microseconds: Int64) {
        #expect(Timestamp(nanoseconds: nanoseconds).microseconds == microseconds)
    }
}

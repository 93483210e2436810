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

    @Test(arguments: [(0, 0), (999, 0), (1000, 1), (81_234_567_890_123, 81_234_567_890)])
    func `has whole microseconds`(nanoseconds: Int64, microseconds: Int64) {
        #expect(Timestamp(nanoseconds: nanoseconds).microseconds == microseconds)
    }
}

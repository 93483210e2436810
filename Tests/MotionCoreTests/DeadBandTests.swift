import MotionCore
import Testing

@Suite struct DeadBandTests {
    @Test func `the first offset goes through, then what is far enough from the last that did`() {
        var deadBand = DeadBand(width: 0.01)
        let passed = [0.0, 0.004, 0.009, 0.012, 0.003, 0.001].map {
            deadBand.passes(ViewerOffset(x: $0, y: 0.5))
        }
        #expect(passed == [true, false, false, true, false, true])
    }

    @Test func `without a width whatever differs goes through`() {
        var deadBand = DeadBand(width: 0)
        let passed = [0.0, 0.0, 1e-9, 1e-9].map { deadBand.passes(ViewerOffset(x: 0, y: $0)) }
        #expect(passed == [true, false, true, false])
    }
}

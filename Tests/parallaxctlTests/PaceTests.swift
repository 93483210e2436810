import MotionCore
import Testing

@testable import parallaxctl

@Suite struct PaceTests {
    private func pace(_ milliseconds: [Int64]) -> Double? {
        var pace = Pace()
        for time in milliseconds { pace.add(Timestamp(nanoseconds: time * 1_000_000)) }
        return pace.framesPerSecond
    }

    @Test func `the last second counts`() throws {
        #expect(pace([]) == nil && pace([5]) == nil)
        #expect(try abs(#require(pace(Array(stride(from: 0, through: 5000, by: 20)))) - 50) < 1e-6)
        #expect(
            try abs(#require(pace([0, 10, 20] + Array(stride(from: 1000, through: 4000, by: 100)))) - 10)
                < 1e-6)
    }

    @Test func `a slow stream has a pace too`() {
        #expect(pace([0, 2000]) == 0.5)
    }

    @Test func `times that go back begin anew`() {
        #expect(pace([5000, 5010, 100, 200]) == 10)
        #expect(pace([100, 100]) == nil)
    }
}

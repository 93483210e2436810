import Testing

@testable import MotionCore

@Suite struct RotationTests {
    @Test func `takes its nine elements back`() throws {
        var random = SplitMix64(seed: 3)
        for _ in 0..<200 {
            let turn = Quaternion.random(using: &random)
            let rotation = Rotation(x: turn.rotate(.unitX), y: turn.rotate(.unitY))
            let again = try #require(Rotation(elements: rotation.elements))
            #expect(again == rotation)
            let v = Vector3.random(using: &random)
            // The rows are where the device's axes are, so the matrix turns the other way.
            #expect((rotation.rotate(v) - turn.conjugate.rotate(v)).length < 1e-14)
        }
    }

    @Test(
        arguments: [
            [], [1, 0, 0, 0, 1, 0, 0, 0], [1, 0, 0, 0, 1, 0, 0, 0, 1, 0],
            [1, 0, 0, 0, 1, 0, 0, 0, -1], [2, 0, 0, 0, 2, 0, 0, 0, 4], [0, 0, 0, 0, 0, 0, 0, 0, 0],
            [1, 0, 0, 0.6, 0.8, 0, 0, 0, 0.8], [1, 0, 0, 1, 0, 0, 0, 0, 0], [.nan, 0, 0, 0, 1, 0, 0, 0, 1],
            [1, 0, 0, 0, 1, 0, 0, 0, .infinity], [1, 0, 0, 0, 1, 0, 0, 0, 1.01],
        ] as [[Double]])
    func `refuses what is no proper rotation`(elements: [Double]) {
        #expect(Rotation(elements: elements) == nil)
    }

    @Test func `takes three decimals for exact`() {
        #expect(Rotation(elements: [0.866, -0.5, 0, 0.5, 0.866, 0, 0, 0, 1]) != nil)
    }
}

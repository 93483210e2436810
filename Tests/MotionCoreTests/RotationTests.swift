import TestSupport
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

    @Test func `takes its rows back, as text too`() {
        var random = SplitMix64(seed: 4)
        for _ in 0..<50 {
            let turn = Quaternion.random(using: &random)
            let rotation = Rotation(x: turn.rotate(.unitX), y: turn.rotate(.unitY))
            #expect(Rotation(rows: rotation.rows[...]) == rotation)
        }
        #expect(Rotation(rows: "1 0 0; 0 1 0; 0 0 1") == .identity)
        #expect(Rotation(rows: "1 0; 0 0 1 0; 0 0 1") == nil)
    }

    @Test func `an inverse undoes, and an angle is that of the turn between`() throws {
        var random = SplitMix64(seed: 5)
        for _ in 0..<50 {
            let turn = Quaternion.random(using: &random)
            let rotation = Rotation(x: turn.rotate(.unitX), y: turn.rotate(.unitY))
            #expect((rotation.inverse * rotation).angle(to: .identity) < 1e-7)
            #expect(abs(rotation.angle(to: .identity) - turn.angle(to: .identity)) < 1e-6)
        }
    }

    @Test func `the nearest quarter turn is found from close by`() {
        for turn in Rotation.quarterTurns {
            let little = Quaternion(rotationVector: Vector3(0.1, -0.2, 0.1))
            let near = Rotation(x: little.rotate(.unitX), y: little.rotate(.unitY)) * turn
            let found = near.nearestQuarterTurn
            #expect(found.rotation == turn)
            #expect(abs(found.angle - 0.06.squareRoot()) < 1e-9)
        }
    }
}

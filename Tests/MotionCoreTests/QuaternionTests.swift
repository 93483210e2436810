import TestSupport
import Testing

@testable import MotionCore

@Suite struct QuaternionTests {
    private var random = SplitMix64(seed: 1)

    @Test mutating func `keeps lengths, angles and handedness`() {
        for _ in 0..<500 {
            let turn = Quaternion.random(using: &random)
            let a = Vector3.random(using: &random), b = Vector3.random(using: &random)
            #expect(abs(turn.rotate(a).length - a.length) < 1e-14)
            #expect(abs(turn.rotate(a).dot(turn.rotate(b)) - a.dot(b)) < 1e-14)
            #expect((turn.rotate(a).cross(turn.rotate(b)) - turn.rotate(a.cross(b))).length < 1e-14)
        }
    }

    @Test mutating func `the product is the right turn, then the left`() {
        for _ in 0..<500 {
            let left = Quaternion.random(using: &random), right = Quaternion.random(using: &random)
            let v = Vector3.random(using: &random)
            #expect(((left * right).rotate(v) - left.rotate(right.rotate(v))).length < 1e-14)
            #expect((left.conjugate.rotate(left.rotate(v)) - v).length < 1e-14)
        }
    }

    @Test mutating func `a rotation vector turns right-handed about itself by its length`() {
        #expect((Quaternion(rotationVector: .unitZ * (.pi / 2)).rotate(.unitX) - .unitY).length < 1e-15)
        for _ in 0..<500 {
            let axis = Vector3.random(using: &random).normalized ?? .unitX
            let angle = Double.random(in: 0...Double.pi, using: &random)
            let turn = Quaternion(rotationVector: axis * angle)
            #expect((turn.rotate(axis) - axis).length < 1e-14)
            #expect(abs(turn.angle(to: .identity) - angle) < 1e-14)
        }
    }

    @Test(arguments: [0, 1e-300, 1e-12, 1.9999e-4, 2.0001e-4, 1e-3])
    func `a small rotation vector is as exact as a large one`(angle: Double) {
        let turn = Quaternion(rotationVector: Vector3(angle, 0, 0))
        let twice = turn * turn
        #expect(abs(2 * turn.x - angle) <= angle * angle * angle / 20 + angle * 1e-15)
        #expect(abs(twice.angle(to: Quaternion(rotationVector: Vector3(2 * angle, 0, 0)))) < 1e-15)
    }

    @Test mutating func `takes one direction to another on the shortest way`() throws {
        for _ in 0..<500 {
            let from = Vector3.random(using: &random), to = Vector3.random(using: &random)
            let turn = Quaternion(from: from, to: to)
            #expect(turn.rotate(from).angle(to: to) < 1e-9)
            #expect(abs(turn.angle(to: .identity) - from.angle(to: to)) < 1e-9)
        }
    }

    /// Off by this much, what is left of the axis is partly or wholly rounding.
    @Test(arguments: [0, 1e-17, 1e-16, 1e-15, 1e-13, 1e-10, 1e-8, 1e-6])
    func `takes a direction to its opposite, exactly or nearly`(error: Double) {
        var random = SplitMix64(seed: 2)
        for _ in 0..<500 {
            let from = 9.81 * Vector3.random(using: &random)
            let to = -(from / 3) + error * Vector3.random(using: &random)
            #expect(Quaternion(from: from, to: to).rotate(from).angle(to: to) < 1e-6)
        }
    }

    @Test mutating func `up is where the earth's z is in device axes`() {
        for _ in 0..<500 {
            let attitude = Quaternion.random(using: &random)
            #expect((attitude.up - attitude.conjugate.rotate(.unitZ)).length < 1e-14)
        }
    }

    @Test func `normalising gives length 1, and the identity where there is no length`() {
        let turn = Quaternion(w: 2, x: 0, y: -2, z: 0).normalized
        #expect(abs(turn.w - 0.5.squareRoot()) < 1e-15)
        #expect(abs(turn.y + 0.5.squareRoot()) < 1e-15)
        #expect(Quaternion(w: 0, x: 0, y: 0, z: 0).normalized == .identity)
        #expect(Quaternion(w: .nan, x: 0, y: 0, z: 0).normalized == .identity)
        #expect(Quaternion(w: .infinity, x: 0, y: 0, z: 0).normalized == .identity)
    }
}

import Glibc
import TestSupport
import Testing

@testable import MotionCore

@Suite struct CalibrationTests {
    /// Where up is in device axes, turned by these angles in degrees: the right edge lowered, the top raised.
    private func up(rightLowered: Double = 0, topRaised: Double = 0) -> Vector3 {
        let (right, top) = (rightLowered * .pi / 180, topRaised * .pi / 180)
        return Vector3(-sin(right) * cos(top), sin(top), cos(right) * cos(top))
    }

    /// What a sensor that sits so reads, m/s².
    private func reading(_ up: Vector3, _ mounting: Rotation, _ noise: Vector3 = .zero) -> Vector3 {
        .gravity * mounting.inverse.rotate(up) + noise
    }

    private func mounting(_ random: inout SplitMix64) -> Rotation {
        let turn = Quaternion.random(using: &random)
        return Rotation(x: turn.rotate(.unitX), y: turn.rotate(.unitY))
    }

    @Test func `the tilts are what the rest of the program calls them`() {
        #expect(abs(Tilt(up: up(rightLowered: 30)).roll - 30 * .pi / 180) < 1e-9)
        #expect(abs(Tilt(up: up(topRaised: 40)).pitch - 40 * .pi / 180) < 1e-9)
    }

    @Test func `any mounting is found from tilts of 20 to 90 degrees`() throws {
        var random = SplitMix64(seed: 11)
        for _ in 0..<500 {
            let mounting = mounting(&random)
            let tilts = [0, 0].map { Double.random(in: $0 + 20...90, using: &random) }
            let found = try Calibration(
                flat: reading(up(), mounting), rightLowered: reading(up(rightLowered: tilts[0]), mounting),
                topRaised: reading(up(topRaised: tilts[1]), mounting), inUse: .identity)
            #expect(found.measured.angle(to: mounting) < 1e-6)
            #expect(found.skew < 1e-6)
            #expect(Rotation(elements: found.rotation.elements) != nil)
        }
    }

    @Test(arguments: Rotation.quarterTurns)
    func `a sensor that sits square is found to the bit, with noise and poses by hand`(mounting: Rotation)
        throws
    {
        var random = SplitMix64(seed: 12)
        for _ in 0..<50 {
            // A table that is not level, tilts that stray, a coarse sensor.
            func wrong(by degrees: Double) -> Double { .random(in: -degrees...degrees, using: &random) }
            let poses = [
                up(rightLowered: wrong(by: 1), topRaised: wrong(by: 1)),
                up(rightLowered: 55 + wrong(by: 25), topRaised: wrong(by: 2.5)),
                up(rightLowered: wrong(by: 2.5), topRaised: 55 + wrong(by: 25)),
            ].map { reading($0, mounting, 0.1 * Vector3.random(using: &random)) }
            let found = try Calibration(
                flat: poses[0], rightLowered: poses[1], topRaised: poses[2], inUse: .identity)
            #expect(found.rotation == mounting)
            #expect(found.isSquare)
            #expect(found.measured.angle(to: mounting) < 0.15)
        }
    }

    @Test func `a sensor that sits clearly askew is left so`() throws {
        let askew = Quaternion(rotationVector: Vector3(0, 0, 0.35))
        let mounting = Rotation(x: askew.rotate(.unitX), y: askew.rotate(.unitY))
        let found = try Calibration(
            flat: reading(up(), mounting), rightLowered: reading(up(rightLowered: 40), mounting),
            topRaised: reading(up(topRaised: 40), mounting), inUse: .identity)
        #expect(!found.isSquare)
        #expect(found.rotation.angle(to: mounting) < 1e-9)
    }

    @Test func `two tilts that miss a right angle share the blame, up to 20 degrees`() throws {
        // The second pose leans by 12° to the side as seen from above.
        let side = 12 * Double.pi / 180
        let askew = Vector3(sin(0.6) * sin(side), sin(0.6) * cos(side), cos(0.6))
        let found = try Calibration(
            flat: reading(up(), .identity), rightLowered: reading(up(rightLowered: 40), .identity),
            topRaised: reading(askew, .identity), inUse: .identity)
        #expect(abs(found.skew - side) < 1e-9)
        #expect(abs(found.measured.angle(to: .identity) - side / 2) < 1e-9)
        #expect(found.rotation == .identity)
        let wild = Vector3(sin(0.6) * sin(0.4), sin(0.6) * cos(0.4), cos(0.6))
        let failure = #expect(throws: Calibration.Failure.self) {
            try Calibration(
                flat: up(), rightLowered: up(rightLowered: 40), topRaised: wild, inUse: .identity)
        }
        guard case .skewed(let skew)? = failure else { throw Unexpected(failure: failure) }
        #expect(abs(skew - 0.4) < 1e-9)
    }

    private struct Unexpected: Error {
        var failure: Calibration.Failure?
    }

    @Test(arguments: [0.0, 10, 110, 180])
    func `a tilt that shows no direction is named`(degrees: Double) {
        #expect(throws: Calibration.Failure.unclear(.rightLowered)) {
            try Calibration(
                flat: up(), rightLowered: up(rightLowered: degrees), topRaised: up(topRaised: 40),
                inUse: .identity)
        }
        #expect(throws: Calibration.Failure.unclear(.topRaised)) {
            try Calibration(
                flat: up(), rightLowered: up(rightLowered: 40), topRaised: up(topRaised: degrees),
                inUse: .identity)
        }
        #expect(throws: Calibration.Failure.unclear(.flat)) {
            try Calibration(
                flat: .zero, rightLowered: up(rightLowered: 40), topRaised: up(topRaised: 40),
                inUse: .identity)
        }
    }

    @Test func `axes that a driver mirrors are told, and no mistake is made up for them`() throws {
        var random = SplitMix64(seed: 13)
        for _ in 0..<100 {
            let mounting = mounting(&random)
            func mirrored(_ up: Vector3) -> Vector3 {
                let v = reading(up, mounting)
                return Vector3(v.x, -v.y, v.z)
            }
            let failure = #expect(throws: Calibration.Failure.self) {
                try Calibration(
                    flat: mirrored(up()), rightLowered: mirrored(up(rightLowered: 60)),
                    topRaised: mirrored(up(topRaised: 60)), inUse: mounting)
            }
            guard case .mirrored? = failure else { throw Unexpected(failure: failure) }
        }
        // Turned by 60° against every mistake.
        let turn = Quaternion(rotationVector: Vector3(1, 1, 1) * (.pi / 3 / 3.0.squareRoot()))
        let elsewhere = Rotation(x: turn.rotate(.unitX), y: turn.rotate(.unitY))
        #expect(throws: Calibration.Failure.mirrored(likeliest: nil)) {
            try Calibration(
                flat: up(), rightLowered: up(rightLowered: -40), topRaised: up(topRaised: 40),
                inUse: elsewhere)
        }
    }

    @Test func `a mistake in the poses is guessed by the matrix in use`() throws {
        var random = SplitMix64(seed: 14)
        for _ in 0..<100 {
            let mounting = mounting(&random)
            func failure(_ poses: [Vector3]) -> Calibration.Failure? {
                let readings = poses.map { reading($0, mounting, 0.1 * Vector3.random(using: &random)) }
                return #expect(throws: Calibration.Failure.self) {
                    try Calibration(
                        flat: readings[0], rightLowered: readings[1], topRaised: readings[2], inUse: mounting)
                }
            }
            let right = up(rightLowered: 50), left = up(rightLowered: -50)
            let top = up(topRaised: 50), bottom = up(topRaised: -50)
            #expect(failure([up(), left, top]) == .mirrored(likeliest: .leftLowered))
            #expect(failure([up(), right, bottom]) == .mirrored(likeliest: .bottomRaised))
            #expect(failure([up(), top, right]) == .mirrored(likeliest: .tiltsSwapped))
            // Screen down, and both tilts from there, the right and the top edge seen from above the screen.
            let down = [-up(), Vector3(-sin(0.8), 0, -cos(0.8)), Vector3(0, sin(0.8), -cos(0.8))]
            #expect(failure(down) == .mirrored(likeliest: .screenDown))
        }
    }
}

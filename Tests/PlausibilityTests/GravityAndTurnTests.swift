import Foundation
import MotionCore
import Testing

@testable import Plausibility

/// A body that turns about changing axes, and what its sensors read.
private struct Body {
    var attitude = Quaternion.identity
    var time = Timestamp(nanoseconds: 1_000_000_000)
    /// What is wrong with the gyroscope: it reads the inverse of this.
    var turn = Rotation.identity
    var scale = 1.0
    /// The only axis that the body turns about; nil for all.
    var axis: Vector3?

    /// Both samples, 10 ms after those before.
    mutating func step(_ count: Int) -> [Sample] {
        let t = Double(count) / 100
        var rate = Vector3(1.6 * sin(2.1 * t), 1.3 * cos(1.7 * t + 1), 0.5 * sin(0.9 * t))
        if let axis { rate = rate.x * axis }
        attitude = (attitude * Quaternion(w: 1, x: rate.x / 200, y: rate.y / 200, z: rate.z / 200)).normalized
        time = time.advanced(bySeconds: 0.01)
        let read = Vector3(
            Vector3(turn.x.x, turn.y.x, turn.z.x).dot(rate), Vector3(turn.x.y, turn.y.y, turn.z.y).dot(rate),
            Vector3(turn.x.z, turn.y.z, turn.z.z).dot(rate))
        // A hand that holds it shakes a little.
        let shake = Vector3(0.2 * sin(31 * t), 0.2 * cos(27 * t), 0.2 * sin(23 * t))
        return [
            Sample(sensor: .gyro, time: time, value: read / scale),
            Sample(sensor: .accel, time: time, value: 9.81 * attitude.up + shake),
        ]
    }

    /// What the check finds within 30 s.
    mutating func finding() -> TurnCheck.Finding? {
        var check = TurnCheck()
        for count in 0..<3000 {
            for sample in step(count) {
                if let finding = check.update(sample) { return finding }
            }
        }
        return nil
    }
}

@Suite struct TurnCheckTests {
    @Test func `a gyroscope that is right is left alone`() {
        var body = Body()
        #expect(body.finding() == .agrees)
    }

    @Test func `there are 24 rotations`() {
        #expect(Set(Rotation.quarterTurns.map { $0.elements.map { $0 + 0 } }).count == 24)
        #expect(Rotation.quarterTurns[0] == .identity)
    }

    @Test(arguments: Array(Rotation.quarterTurns.dropFirst()))
    func `axes that contradict gravity are found`(turn: Rotation) throws {
        var body = Body()
        body.turn = turn
        guard case .differs(let found, let scale) = body.finding() else {
            Issue.record("nothing found")
            return
        }
        #expect(found.elements.map { $0 + 0 } == turn.elements.map { $0 + 0 })
        #expect(scale == 1)
    }

    @Test(arguments: [180 / Double.pi, .pi / 180, 10, 0.1, 100, 0.01] as [Double])
    func `a scale that is off by a known mistake is found`(scale: Double) {
        var body = Body()
        body.scale = scale
        #expect(body.finding() == .differs(.identity, scale: scale))
    }

    @Test(arguments: [0.8, 1.25])
    func `a scale that is a little off is left alone`(scale: Double) {
        var body = Body()
        body.scale = scale
        #expect(body.finding() == .agrees)
    }

    @Test func `both at once are found`() {
        var body = Body()
        body.turn = Rotation.quarterTurns[7]
        body.scale = .pi / 180
        guard case .differs(let found, let scale) = body.finding() else {
            Issue.record("nothing found")
            return
        }
        #expect(found.elements.map { $0 + 0 } == body.turn.elements.map { $0 + 0 })
        #expect(scale == .pi / 180)
    }

    @Test func `a turn about one axis alone does not tell how the others lie`() {
        var body = Body()
        body.axis = .unitX
        // Half a turn about y: x reads the other way.
        body.turn = Rotation(x: -.unitX, y: .unitY)
        #expect(body.finding() == nil)
    }

    @Test(arguments: [Vector3.zero, Vector3(0, 0, -2.16)])
    func `a gyroscope that never changes is found out while gravity turns`(value: Vector3) {
        var body = Body()
        var check = TurnCheck()
        var finding: TurnCheck.Finding?
        for count in 0..<1000 where finding == nil {
            for sample in body.step(count) {
                var sample = sample
                if sample.sensor == .gyro { sample.value = value }
                finding = finding ?? check.update(sample)
            }
        }
        #expect(finding == .dead)
    }

    @Test func `at rest nothing is decided`() {
        var check = TurnCheck()
        for count in 0..<10_000 as Range<Int64> {
            let time = Timestamp(microseconds: count * 10_000)
            #expect(check.update(Sample(sensor: .gyro, time: time, value: .zero)) == nil)
            #expect(check.update(Sample(sensor: .accel, time: time, value: Vector3(0, 0, 9.81))) == nil)
        }
    }
}

@Suite struct GravityCheckTests {
    private func factor(_ value: (Int) -> Vector3) -> Double? {
        var check = GravityCheck()
        for count in 0..<1000 {
            let time = Timestamp(microseconds: Int64(count) * 10_000)
            if let factor = check.update(value(count), at: time) { return factor }
        }
        return nil
    }

    @Test(arguments: [10, 0.1, Double.gravity, 1 / Double.gravity])
    func `a known mistake is put right exactly`(mistake: Double) {
        #expect(factor { _ in Vector3(3, -4, 8.44) / mistake } == mistake)
    }

    @Test(arguments: [0.9, 1, 1.1])
    func `what is nearly right is left alone`(size: Double) {
        #expect(factor { _ in size * Vector3(0, 0, 9.81) } == nil)
    }

    @Test func `a scale that nobody knows is put right too, for only the direction counts`() throws {
        let found = try #require(factor { Vector3(0, 1000 + Double($0 % 3), 0) })
        #expect(abs(found * 1001 - Double.gravity) < 0.01)
    }

    @Test func `nothing is decided in motion, nor of nothing`() {
        #expect(factor { Vector3(sin(Double($0) / 5), 0, 1) } == nil)
        #expect(factor { _ in .zero } == nil)
    }
}

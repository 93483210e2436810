import MotionCore
import Testing

@testable import parallaxctl

@Suite struct StillnessTests {
    private func scan(_ seconds: Double, _ value: Vector3) -> Scan {
        Scan(sensor: .accel, time: Timestamp(nanoseconds: Int64(seconds * 1e9)), value: value)
    }

    /// Feeds what `value` gives at each time.
    private func stillness(
        seconds: Double, rate: Double = 50, _ value: (Double) -> Vector3
    ) -> Stillness {
        var stillness = Stillness()
        for index in 0...Int(seconds * rate) {
            let time = Double(index) / rate
            stillness.add(scan(time, value(time)))
        }
        return stillness
    }

    @Test func `a coarse sensor that is of two minds is still, and its mean is finer than its steps`() {
        var minds = SystemRandomNumberGenerator()
        let coarse = stillness(seconds: 2) { _ in
            Vector3(Bool.random(using: &minds) ? 0.15 : 0, 0, 9.75)
        }
        #expect(abs(coarse.seconds - 2) < 1e-9)
        #expect((coarse.mean - Vector3(0.075, 0, 9.75)).length < 0.06)
    }

    @Test(arguments: [5.0, 10, 50, 400])
    func `time counts, not how many readings come`(rate: Double) {
        #expect(abs(stillness(seconds: 2, rate: rate) { _ in .gravity * .unitZ }.seconds - 2) < 1 / rate)
    }

    @Test func `a turn begins the time anew`() {
        let turned = stillness(seconds: 3) { time in time < 2 ? Vector3(0, 0, 9.8) : Vector3(9.8, 0, 0) }
        #expect(abs(turned.seconds - 1) < 0.05)
        #expect((turned.mean - Vector3(9.8, 0, 0)).length < 1e-9)
    }

    @Test func `a hand that shakes it is not still`() {
        let shaken = stillness(seconds: 3) { time in
            Vector3(Int(time * 10) % 2 == 0 ? 0.45 : -0.45, 0, 9.8)
        }
        #expect(shaken.seconds < 1)
    }

    @Test func `a slow turn is a turn`() {
        // 4° a second.
        let slow = stillness(seconds: 20) { time in Vector3(0.68 * time, 0, 9.8) }
        #expect(slow.seconds < 1.5)
    }

    @Test func `over a gap, and where time goes back, nothing is known`() {
        for jump in [0.6, -0.1] {
            var stillness = stillness(seconds: 2) { _ in .gravity * .unitZ }
            stillness.add(scan(2 + jump, .gravity * .unitZ))
            #expect(stillness.seconds == 0)
        }
    }
}

import Glibc
import Testing

@testable import tilt_bench

/// The measure of unrest is one.
@Suite struct HighPassTests {
    private func gain(_ hertz: Double, rate: Double) -> Double {
        let values = (0..<Int(20 * rate)).map { sin(2 * .pi * hertz * Double($0) / rate) }
        return rms(above(3, of: values, rate: rate)) / rms(values)
    }

    @Test(arguments: [60.0, 100])
    func `halves its edge, passes what is above and stops what is below`(rate: Double) {
        #expect(abs(gain(3, rate: rate) - 0.5) < 0.01)
        #expect(abs(gain(6, rate: rate) - 1) < 0.01)
        #expect(gain(1.5, rate: rate) < 0.006)
        #expect(gain(1, rate: rate) < 0.002)
    }

    @Test func `a constant and a ramp leave nothing`() {
        #expect(rms(above(3, of: [Double](repeating: 0.7, count: 600), rate: 60)) < 1e-9)
        #expect(rms(above(3, of: (0..<600).map { Double($0) / 600 }, rate: 60)) < 1e-3)
    }

    @Test func `shifts nothing`() {
        let values = (0..<1200).map { sin(2 * .pi * 8 * Double($0) / 60) }
        let left = zip(above(3, of: values, rate: 60), values).map { $0 - $1 }
        #expect(rms(left.dropFirst(120).dropLast(120)) < 0.01)
    }
}

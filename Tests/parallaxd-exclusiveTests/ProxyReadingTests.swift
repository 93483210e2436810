import MotionCore
import Testing

@testable import parallaxd_exclusive

/// What iio-sensor-proxy makes of x, y and z, by the thresholds of its orientation.c.
private func orientation(_ reading: ProxyReading) -> String? {
    switch (reading.x, reading.y) {
    case (147..., _): "left-up"
    case (...(-147), _): "right-up"
    case (_, ...(-147)): "normal"
    case (_, 147...): "bottom-up"
    default: nil
    }
}

@Suite struct ProxyReadingTests {
    /// Where up is in device axes: x to the right of the screen, y to its top, z out of it.
    @Test(arguments: [
        (Vector3(0, 1, 0), "normal"), (Vector3(0, -1, 0), "bottom-up"), (Vector3(-1, 0, 0), "left-up"),
        (Vector3(1, 0, 0), "right-up"), (Vector3(0, 0, 1), nil), (Vector3(0, 0.8, 0.6), "normal"),
        (Vector3(-0.8, 0.6, 0), "left-up"),
    ])
    func `the edge that is up is the proxy's too`(up: Vector3, word: String?) {
        #expect(orientation(ProxyReading(gravity: -up)) == word)
    }

    @Test func `256 is 1 g, and z is positive with the screen up`() {
        let upright = ProxyReading(gravity: Vector3(0, -1, 0))
        #expect((upright.x, upright.y, upright.z) == (0, -256, 0))
        let flat = ProxyReading(gravity: Vector3(0, 0, -1))
        #expect((flat.x, flat.y, flat.z) == (0, 0, 256))
        let tilted = ProxyReading(gravity: Vector3(0.6, -0.48, -0.64))
        #expect((tilted.x, tilted.y, tilted.z) == (154, -123, 164))
    }

    @Test func `what is no direction is kept within 1 g`() {
        let wild = ProxyReading(gravity: Vector3(1e300, -1e300, 5))
        #expect((wild.x, wild.y, wild.z) == (256, -256, -256))
    }
}

import ParallaxEffects
import Testing

@Suite struct ParallaxMotionTests {
    /// magnitude, pitch, roll, movement
    private static let rows: [(Double, Double, Double, (Double, Double))] = [
        (10, 0, 0, (0, 0)), (10, 1, 0, (0, 10)), (10, 0, 1, (10, 0)), (10, -0.25, 0.5, (5, -2.5)),
        (10, .pi / 2, -.pi, (-31.41592653589793, 15.707963267948966)),
        (-20, 0.1, 0.1, (-2, -2)), (0, 1, 1, (0, 0)),
        (10, .nan, 1, (0, 0)), (10, 1, .nan, (0, 0)), (10, .infinity, 0, (0, 0)), (10, 0, -.infinity, (0, 0)),
    ]

    @Test(arguments: rows)
    func `moves by roll to the side and by pitch downwards`(
        magnitude: Double, pitch: Double, roll: Double, moved: (Double, Double)
    ) throws {
        let effect = try ParallaxMotion(magnitude: magnitude)
        let offset = LayoutOffset(x: moved.0, y: moved.1)
        #expect(isClose(effect.offset(for: .leaning(pitch: pitch, roll: roll)), offset))
        let resting = ParallaxPose.leaning(pitch: pitch, roll: roll, reducesMotion: true)
        #expect(effect.placement(for: resting) == .identity)
    }

    @Test func `has ten points a radian by itself, and does not look at the viewer offset`() {
        #expect(ParallaxMotion().magnitude == 10)
        #expect(ParallaxMotion().offset(for: .facing(1, 1)) == .zero)
    }
}

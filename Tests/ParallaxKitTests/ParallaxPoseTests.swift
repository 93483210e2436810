import ParallaxKit
import Testing

@Suite struct ParallaxPoseTests {
    @Test func `rests where the screen faces the viewer`() {
        #expect(ParallaxPose.resting.viewerOffset == .zero)
        #expect(!ParallaxPose.resting.reducesMotion)
    }
}

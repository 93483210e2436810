import ParallaxEffects
import Testing

@Suite struct ParallaxScrollTests {
    /// The content's upper edge, and how far down the backdrop is moved in the content.
    private static let vertical: [(Double, Double)] = [
        (0, 0), (-100, 50), (60, -30), (-1, 0.5), (.nan, 0), (.infinity, 0), (-.infinity, 0), (1e10, 0),
    ]

    @Test(arguments: vertical)
    func `a backdrop goes half as fast as the content, large, blurred and pale`(origin: Double, y: Double) {
        let looks = Placement(scale: 2, blur: 1, opacity: 0.6)
        var placement = looks
        placement.offset.y = y
        #expect(ParallaxScroll.backdrop.placements(origin: origin) == [placement])
        let resting = ParallaxPose(reducesMotion: true)
        #expect(ParallaxScroll.backdrop.placements(origin: origin, pose: resting) == [looks])
    }

    /// The content's left edge, and where clouds, trees, road and car are moved to in the content.
    private static let horizontal: [(Double, [(Double, Double)])] = [
        (0, [(0, 0), (0, -50), (0, 0), (0, 0)]),
        (-300, [(200, 0), (150, -50), (0, 0), (300, 0)]),
        (30, [(-20, 0), (-15, -50), (0, 0), (-30, 0)]),
        (.nan, [(0, 0), (0, -50), (0, 0), (0, 0)]),
    ]

    @Test(arguments: horizontal)
    func `clouds, trees, road and car go by each at its own pace`(origin: Double, moved: [(Double, Double)]) {
        let placements = ParallaxScroll.drive.placements(origin: origin)
        #expect(placements == moved.map { Placement(offset: LayoutOffset(x: $0.0, y: $0.1)) })
        let resting = ParallaxScroll.drive.placements(origin: origin, pose: ParallaxPose(reducesMotion: true))
        #expect(resting == [0, -50, 0, 0].map { Placement(offset: LayoutOffset(x: 0, y: $0)) })
    }

    @Test func `the road is 150 high and five screens long, and as long as nothing on no screen`() {
        #expect(
            ScrollLayer.roadSize(in: LayoutSize(width: 390, height: 844))
                == LayoutSize(width: 1950, height: 150))
        for width in noNumbers + [0, -1] {
            #expect(ScrollLayer.roadSize(in: LayoutSize(width: width, height: 844)).width == 0)
        }
    }

    @Test func `the divisor and the sense are settings`() throws {
        let slow = try ScrollLayer(divisor: 4)
        let ahead = try ScrollLayer(divisor: 4, rise: -8, sense: .along)
        #expect(slow.placement(along: .vertical, origin: -100).offset == LayoutOffset(x: 0, y: 25))
        #expect(ahead.placement(along: .vertical, origin: -100).offset == LayoutOffset(x: 0, y: -17))
        #expect(ahead.placement(along: .horizontal, origin: -100).offset == LayoutOffset(x: -25, y: 8))
    }

    @Test func `tilt adds to scrolling`() throws {
        let layer = try ScrollLayer(divisor: 2, tilt: LayoutOffset(x: -12, y: 6))
        let moved = layer.placement(along: .horizontal, origin: -100, pose: .facing(0.5, -1))
        #expect(moved.offset == LayoutOffset(x: 44, y: -6))
        let resting = layer.placement(
            along: .horizontal, origin: -100, pose: .facing(1, 1, reducesMotion: true))
        #expect(resting == .identity)
        #expect(layer.placement(along: .horizontal, origin: -100, pose: .facing(.nan, 1)).offset.x == 50)
    }

    @Test func `any number of layers is placed in order, also none`() throws {
        let layers = try (1...500).map { try ScrollLayer(divisor: Double($0)) }
        let scroll = ParallaxScroll(axis: .vertical, layers: layers)
        var placements = [Placement](repeating: .identity, count: 500)
        var span = placements.mutableSpan
        scroll.place(into: &span, origin: -500)
        #expect(placements == scroll.placements(origin: -500))
        #expect(placements.map(\.offset.y) == (1...500).map { 500 / Double($0) })
        #expect(ParallaxScroll(axis: .vertical, layers: []).placements(origin: -1).isEmpty)
    }
}

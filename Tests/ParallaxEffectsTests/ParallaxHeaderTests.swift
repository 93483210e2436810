import ParallaxEffects
import Testing

@Suite struct ParallaxHeaderTests {
    /// minY in the scroll view's space; offset, height, blur
    private static let rows: [(Double, Double, Double, Double)] = [
        (0, 0, 400, 0),
        (-100, 80, 400, 0), (-1, 0.8, 400, 0), (-400, 320, 400, 0),
        (1, -1, 401, 0.05), (100, -100, 500, 5), (200, -200, 600, 10), (201, -201, 601, 10),
        (5_000, -5_000, 5_400, 10),
        (.nan, 0, 400, 0), (.infinity, 0, 400, 0), (-.infinity, 0, 400, 0),
    ]

    @Test(arguments: rows)
    func `lags as it is scrolled away, stretches and blurs as it is pulled down`(
        minY: Double, y: Double, height: Double, blur: Double
    ) {
        let appearance = ParallaxHeader().appearance(minY: minY)
        #expect(isClose(appearance.placement.offset, LayoutOffset(x: 0, y: y)))
        #expect(isClose(appearance.placement.blur, blur))
        #expect(appearance.height == height)
        #expect(appearance.placement.scale == 1 && appearance.placement.opacity == 1)
        let resting = ParallaxHeader().appearance(minY: minY, pose: ParallaxPose(reducesMotion: true))
        #expect(resting.placement == .identity)
        #expect(resting.height == 400)
    }

    @Test func `is measured in the space that it names`() throws {
        let header = try ParallaxHeader(height: 0, coordinateSpace: "list")
        let space = CoordinateSpace(name: "list", origin: LayoutPoint(x: 40, y: 64))
        let frame = LayoutRect(x: 40, y: 44, width: 300, height: 0)
        #expect(space.local(frame) == LayoutRect(x: 0, y: -20, width: 300, height: 0))
        #expect(header.appearance(of: frame, in: space) == header.appearance(minY: -20))
        #expect(header.appearance(minY: -20).height == 0)
    }

    @Test func `another space than the one it names is a mistake`() async {
        await #expect(processExitsWith: .failure) {
            let space = CoordinateSpace(name: "window", origin: .zero)
            _ = ParallaxHeader().appearance(of: LayoutRect(x: 0, y: 0, width: 1, height: 1), in: space)
        }
    }
}

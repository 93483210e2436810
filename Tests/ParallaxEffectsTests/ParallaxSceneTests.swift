import AllocationCount
import ParallaxEffects
import TestSupport
import Testing

@Suite struct ParallaxSceneTests {
    private static let travel = LayoutSize(width: 40, height: 20)
    private static let extent = LayoutSize(width: 1_000, height: 300)

    /// depth, what moves it, viewer offset, scrolled by, where it is; where it is at rest
    private static let rows:
        [(Double, SceneLayer.Drive, (Double, Double), (Double, Double), (Double, Double), (Double, Double))] =
            [
                (0, .tilt, (1, 1), (500, 100), (0, 0), (0, 0)),
                (1, .tilt, (1, -1), (500, 100), (-40, 20), (0, 0)),
                (0.5, .tilt, (-0.5, 1), (0, 0), (10, -10), (0, 0)),
                (-1, .tilt, (1, 1), (0, 0), (40, 20), (0, 0)),
                (0, .scroll, (1, 1), (500, 100), (-500, -100), (-500, -100)),
                (0.5, .scroll, (1, 1), (500, 100), (-250, -50), (-500, -100)),
                (1, .scroll, (1, 1), (500, 100), (0, 0), (-500, -100)),
                (-1, .scroll, (1, 1), (500, 100), (-1_000, -200), (-500, -100)),
                (0.5, .both, (1, 1), (500, 100), (-270, -60), (-500, -100)),
                (0.5, .both, (9, -9), (5_000, -100), (-520, 10), (-1_000, 0)),
                (0.5, .both, (.nan, 1), (.nan, 100), (0, -50), (0, -100)),
                (0.5, .both, (1, .infinity), (-.infinity, .infinity), (0, 0), (0, 0)),
            ]

    @Test(arguments: rows)
    func `a layer moves by its depth with tilt, scrolling or both`(
        depth: Double, drive: SceneLayer.Drive, facing: (Double, Double), scrolled: (Double, Double),
        moved: (Double, Double), resting: (Double, Double)
    ) throws {
        let layer = try SceneLayer(depth: depth, drive: drive, scale: 1.5, blur: 3, opacity: 0.5)
        let scene = try ParallaxScene(layers: [layer], travel: Self.travel, scrollExtent: Self.extent)
        let scroll = LayoutPoint(x: scrolled.0, y: scrolled.1)
        let placement = try #require(
            scene.placements(scroll: scroll, pose: .facing(facing.0, facing.1)).first)
        #expect(isClose(placement.offset, LayoutOffset(x: moved.0, y: moved.1)))
        #expect(placement.scale == 1.5 && placement.blur == 3 && placement.opacity == 0.5)
        let still = scene.placements(scroll: scroll, pose: .facing(facing.0, facing.1, reducesMotion: true))
        #expect(still.map(\.offset) == [LayoutOffset(x: resting.0, y: resting.1)])
    }

    /// Places where edges come nearest: the corners of tilt and scrolling, and what is beyond them.
    private static let extremes: [(ParallaxPose, LayoutPoint)] = [-1.0, 0, 1, 7].flatMap { x in
        [-1.0, 1].flatMap { y in
            [LayoutPoint.zero, LayoutPoint(x: 1_000, y: 300), LayoutPoint(x: 1e9, y: -50)].flatMap { scroll in
                [false, true].map { (ParallaxPose.facing(x, y, reducesMotion: $0), scroll) }
            }
        }
    }

    @Test(arguments: [LayoutSize(width: 800, height: 600), .zero, LayoutSize(width: 1, height: 2_000)])
    func `no edge ever shows, and no layer is larger than that needs`(size: LayoutSize) throws {
        var random = SplitMix64(seed: 8)
        for _ in 0..<200 {
            let layer = try SceneLayer(
                depth: Double.random(in: -1...1, using: &random),
                drive: SceneLayer.Drive.allCases.randomElement(using: &random) ?? .both,
                scale: Double.random(in: 0.2...3, using: &random),
                blur: Double.random(in: 0...10, using: &random))
            let scene = try ParallaxScene(layers: [layer], travel: Self.travel, scrollExtent: Self.extent)
            let frame = scene.frame(of: layer, in: size)
            var least = [Double](repeating: .infinity, count: 4)
            for (pose, scroll) in Self.extremes {
                let placement = try #require(scene.placements(scroll: scroll, pose: pose).first)
                let center = frame.center + placement.offset
                let half = LayoutSize(
                    width: frame.size.width * placement.scale / 2,
                    height: frame.size.height * placement.scale / 2)
                // What is left of the layer beyond each edge, without the strip that the blur makes pale.
                let spare = [
                    half.width - center.x, half.height - center.y, center.x + half.width - size.width,
                    center.y + half.height - size.height,
                ].map { $0 - 2 * layer.blur }
                for edge in 0..<4 { least[edge] = min(least[edge], spare[edge]) }
            }
            #expect(least.allSatisfy { abs($0) < 1e-8 }, "\(layer)")
        }
    }

    @Test func `a size that is none is empty`() throws {
        let layer = try SceneLayer(depth: 1)
        let scene = ParallaxScene(layers: [layer])
        for bad in noNumbers + [-1] {
            let frame = scene.frame(of: layer, in: LayoutSize(width: bad, height: 100))
            #expect(frame == LayoutRect(x: -20, y: -20, width: 40, height: 140))
            let flat = scene.frame(of: layer, in: LayoutSize(width: 100, height: bad))
            #expect(flat == LayoutRect(x: -20, y: -20, width: 140, height: 40))
        }
        #expect(scene.overscan(of: layer) == LayoutInsets(left: 20, top: 20, right: 20, bottom: 20))
    }

    @Test func `a scene without layers has nothing to place`() {
        #expect(ParallaxScene(layers: []).placements(pose: .resting).isEmpty)
    }

    @Test func `room for another number of layers is a mistake`() async {
        await #expect(processExitsWith: .failure) {
            var placements = [Placement.identity]
            var span = placements.mutableSpan
            ParallaxScene(layers: []).place(into: &span, pose: .resting)
        }
    }

    @Test(.enabled(if: plx_counts_allocations()))
    func `no effect asks for memory as it is evaluated`() throws {
        let layers = try (0..<1_000).map { try SceneLayer(depth: Double($0) / 1_000, drive: .both) }
        let scene = try ParallaxScene(layers: layers, travel: Self.travel, scrollExtent: Self.extent)
        let backdrop = ParallaxScroll.backdrop
        let effect = try InterpolatingMotionEffect(keyPath: "x", axis: .vertical, minimum: 0, maximum: 1)
        let cards = ParallaxCards().layout(in: LayoutSize(width: 400, height: 550), count: 5)
        let placed = LayoutRect(x: 0, y: 0, width: 10, height: 10).parallax()
        let header = ParallaxHeader()
        var placements = [Placement](repeating: .identity, count: 1_000)
        var backdrops = [Placement.identity]
        var sum = 0.0
        func evaluate(_ step: Int) {
            let position = Double(step) / 100
            let pose = ParallaxPose.facing(position, -position)
            var span = placements.mutableSpan
            scene.place(into: &span, scroll: LayoutPoint(x: position * 100, y: 0), pose: pose)
            var one = backdrops.mutableSpan
            backdrop.place(into: &one, origin: -position, pose: pose)
            sum += effect.relativeValue(for: pose.viewerOffset)
            sum += cards.appearance(minX: position, pose: pose).card.scale
            sum += placed.placed(for: pose).center.x + header.appearance(minY: position, pose: pose).height
        }
        evaluate(0)
        let before = plx_allocations()
        for step in 0..<100 { evaluate(step) }
        #expect(plx_allocations() == before)
        #expect(sum.isFinite && placements[999].offset.x != 0 && backdrops[0].offset.y != 0)
        #expect(Array(placements.dropLast()).count == 999)
        #expect(plx_allocations() > before)
    }
}

import ParallaxEffects
import Testing

private final class Widget: ParallaxPlaceable {
    var center = LayoutPoint(x: 7, y: 9)
}

@Suite struct ParallaxTests {
    /// direction, viewer offset, movement with the defaults
    private static let rows: [(ParallaxDirection, (Double, Double), (Double, Double))] = [
        (.both, (0, 0), (0, 0)), (.both, (1, -1), (10, -10)), (.both, (-0.5, 0.2), (-5, 2)),
        (.horizontal, (1, 1), (10, 0)), (.horizontal, (-1, -1), (-10, 0)),
        (.vertical, (1, 1), (0, 10)), (.vertical, (-1, -1), (0, -10)),
        (.both, (3, -1.5), (10, -10)),
        (.both, (.nan, 1), (0, 0)), (.both, (1, .infinity), (0, 0)), (.both, (-.infinity, 1), (0, 0)),
    ]

    @Test(arguments: rows)
    func `moves ten points each way along its direction`(
        direction: ParallaxDirection, facing: (Double, Double), moved: (Double, Double)
    ) throws {
        let offset = LayoutOffset(x: moved.0, y: moved.1)
        let pose = ParallaxPose.facing(facing.0, facing.1)
        #expect(isClose(Parallax(direction: direction).offset(for: pose), offset))
        let written = try Parallax(amount: 10, direction: direction)
        #expect(written == Parallax(direction: direction))
        #expect(written.placement(for: pose) == Placement(offset: written.offset(for: pose)))
        #expect(written == (try Parallax(minVertical: -10, direction: direction)))
    }

    @Test func `bounds are each their own, and swapped ones turn the movement round`() throws {
        let effect = try Parallax(
            minHorizontal: 30, maxHorizontal: -30, minVertical: 0, maxVertical: 8, direction: .both)
        #expect(effect.offset(for: .facing(1, 1)) == LayoutOffset(x: -30, y: 8))
        #expect(effect.offset(for: .facing(-1, -1)) == LayoutOffset(x: 30, y: 0))
        #expect(effect.offset(for: .facing(0, 0)) == LayoutOffset(x: 0, y: 4))
        #expect(try Parallax(amount: -10).offset(for: .facing(1, 0)) == LayoutOffset(x: -10, y: 0))
    }

    @Test func `rests where it was laid out, whatever its bounds`() throws {
        let effect = try Parallax(minHorizontal: 4, maxHorizontal: 8, direction: .both)
        #expect(effect.offset(for: .facing(1, 1, reducesMotion: true)) == .zero)
        #expect(Parallax().placement(for: .facing(1, 1, reducesMotion: true)) == .identity)
    }

    @Test func `a view keeps its size and only its centre moves`() throws {
        let view = LayoutRect(x: 10, y: 20, width: 100, height: 40)
        let moved = try view.parallax(amount: 12).placed(for: .facing(1, -0.5))
        #expect(moved == LayoutRect(x: 22, y: 14, width: 100, height: 40))
        let empty = LayoutRect(x: 1, y: 2, width: 0, height: 0).parallax()
        #expect(empty.placed(for: .facing(1, 1)) == LayoutRect(x: 11, y: 12, width: 0, height: 0))
    }

    @Test func `an object moves from its resting centre each time, and from a new one once that is set`()
        throws
    {
        let widget = Widget()
        var placed = widget.parallax(direction: .horizontal)
        for _ in 0..<3 { _ = placed.placed(for: .facing(1, 1)) }
        #expect(widget.center == LayoutPoint(x: 17, y: 9))
        placed.restingCenter = LayoutPoint(x: 0, y: 0)
        #expect(placed.placed(for: .facing(-1, 1)) === widget)
        #expect(widget.center == LayoutPoint(x: -10, y: 0))
    }
}

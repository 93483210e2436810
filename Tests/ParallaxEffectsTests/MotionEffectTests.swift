import ParallaxEffects
import Testing

private struct Label: Equatable {
    var center = LayoutPoint(x: 100, y: 50)
    var angle = 0.0
}

@Suite struct MotionEffectTests {
    /// minimum, maximum, offset along the axis, value to be added
    private static let rows: [(Double, Double, Double, Double)] = [
        (-10, 10, -1, -10), (-10, 10, -0.5, -5), (-10, 10, 0, 0), (-10, 10, 0.25, 2.5), (-10, 10, 1, 10),
        (10, -10, -1, 10), (10, -10, 1, -10),
        (0, 30, -1, 0), (0, 30, 0, 15), (0, 30, 1, 30),
        (4, 4, 0.3, 4),
        (-10, 10, -7, -10), (-10, 10, 1.01, 10),
        (-10, 10, .nan, 0), (0, 30, .infinity, 0), (0, 30, -.infinity, 0),
    ]

    @Test(arguments: rows)
    func `goes from the minimum at −1 to the maximum at +1`(
        minimum: Double, maximum: Double, offset: Double, value: Double
    ) throws {
        let horizontal = try InterpolatingMotionEffect(
            keyPath: "center.x", axis: .horizontal, minimum: minimum, maximum: maximum)
        let vertical = try InterpolatingMotionEffect(
            keyPath: "center.y", axis: .vertical, minimum: minimum, maximum: maximum)
        #expect(
            horizontal.keyPathsAndRelativeValues(for: ViewerOffset(x: offset, y: 0.7)) == ["center.x": value])
        #expect(
            vertical.keyPathsAndRelativeValues(for: ViewerOffset(x: 0.7, y: offset)) == ["center.y": value])
    }

    @Test func `a group has the values of all its effects, and adds up those for one value`() throws {
        let x = try InterpolatingMotionEffect(
            keyPath: "center.x", axis: .horizontal, minimum: -10, maximum: 10)
        let y = try InterpolatingMotionEffect(keyPath: "center.y", axis: .vertical, minimum: 6, maximum: -6)
        let group = MotionEffectGroup([x, MotionEffectGroup([x, y])])
        #expect(
            group.keyPathsAndRelativeValues(for: ViewerOffset(x: 0.5, y: 1)) == [
                "center.x": 10, "center.y": -6,
            ])
        #expect(MotionEffectGroup<String>([]).keyPathsAndRelativeValues(for: .zero).isEmpty)
    }

    @Test func `rests at 0 where less motion is asked for, also where 0 is not halfway`() throws {
        let effect = try InterpolatingMotionEffect(
            keyPath: "alpha", axis: .vertical, minimum: 2, maximum: 4)
        let group = MotionEffectGroup([effect])
        #expect(effect.keyPathsAndRelativeValues(for: .facing(0, 0)) == ["alpha": 3])
        #expect(effect.keyPathsAndRelativeValues(for: .facing(1, 1, reducesMotion: true)) == ["alpha": 0])
        #expect(group.keyPathsAndRelativeValues(for: .facing(1, 1, reducesMotion: true)) == ["alpha": 0])
    }

    @Test func `changes what its key path names, and nothing else`() throws {
        let effect = try InterpolatingMotionEffect(
            keyPath: \Label.center.x, axis: .horizontal, minimum: -10, maximum: 10)
        let turn = try InterpolatingMotionEffect(
            keyPath: \Label.angle, axis: .vertical, minimum: -0.1, maximum: 0.1)
        let group = MotionEffectGroup([effect, turn])
        let moved = Label(center: LayoutPoint(x: 105, y: 50), angle: 0.1)
        #expect(group.applied(to: Label(), for: .facing(0.5, 1)) == moved)
        #expect(group.applied(to: Label(), for: .facing(0.5, 1, reducesMotion: true)) == Label())
    }
}

import ParallaxEffects
import Testing

private typealias Make = @Sendable (Double) throws -> Void

/// Every number that an effect is made with, and the numbers that are allowed for it.
private let settings: [(String, ClosedRange<Double>, Make)] = [
    ("minimum", -1e9...1e9, { _ = try effect(minimum: $0) }),
    ("maximum", -1e9...1e9, { _ = try effect(maximum: $0) }),
    ("amount", -1e9...1e9, { _ = try Parallax(amount: $0) }),
    ("minHorizontal", -1e9...1e9, { _ = try LayoutRect.unit.parallax(minHorizontal: $0) }),
    ("maxHorizontal", -1e9...1e9, { _ = try LayoutRect.unit.parallax(maxHorizontal: $0) }),
    ("minVertical", -1e9...1e9, { _ = try LayoutRect.unit.parallax(minVertical: $0) }),
    ("maxVertical", -1e9...1e9, { _ = try LayoutRect.unit.parallax(maxVertical: $0) }),
    ("magnitude", -1e9...1e9, { _ = try ParallaxMotion(magnitude: $0) }),
    ("divisor", 0.001...1e9, { _ = try ScrollLayer(divisor: $0) }),
    ("rise", -1e9...1e9, { _ = try ScrollLayer(divisor: 2, rise: $0) }),
    ("tilt.x", -1e9...1e9, { _ = try ScrollLayer(divisor: nil, tilt: LayoutOffset(x: $0, y: 0)) }),
    ("tilt.y", -1e9...1e9, { _ = try ScrollLayer(divisor: nil, tilt: LayoutOffset(x: 0, y: $0)) }),
    ("scale", 0.01...100, { _ = try ScrollLayer(divisor: 2, scale: $0) }),
    ("blur", 0...1_000, { _ = try ScrollLayer(divisor: 2, blur: $0) }),
    ("opacity", 0...1, { _ = try ScrollLayer(divisor: 2, opacity: $0) }),
    ("spacing", 0...1e9, { value in try cards { $0.spacing = value } }),
    ("sidePadding", 0...1e9, { value in try cards { $0.sidePadding = value } }),
    ("heightInset", 0...1e9, { value in try cards { $0.heightInset = value } }),
    ("imageScale", 0.01...100, { value in try cards { $0.imageScale = value } }),
    ("imageTravel", 0...100, { value in try cards { $0.imageTravel = value } }),
    ("transitionScale", 0.01...1, { value in try cards { $0.transitionScale = value } }),
    ("tilt.x", -1e9...1e9, { value in try cards { $0.tilt.x = value } }),
    ("tilt.y", -1e9...1e9, { value in try cards { $0.tilt.y = value } }),
    ("flingTime", 0...10, { value in try cards { $0.flingTime = value } }),
    ("height", 0...1e9, { _ = try ParallaxHeader(height: $0) }),
    ("depth", -1...1, { _ = try SceneLayer(depth: $0) }),
    ("scale", 0.01...100, { _ = try SceneLayer(depth: 0, scale: $0) }),
    ("blur", 0...1_000, { _ = try SceneLayer(depth: 0, blur: $0) }),
    ("opacity", 0...1, { _ = try SceneLayer(depth: 0, opacity: $0) }),
    ("travel.width", 0...1e9, { try scene(travel: LayoutSize(width: $0, height: 0)) }),
    ("travel.height", 0...1e9, { try scene(travel: LayoutSize(width: 0, height: $0)) }),
    ("scrollExtent.width", 0...1e9, { try scene(scrollExtent: LayoutSize(width: $0, height: 0)) }),
    ("scrollExtent.height", 0...1e9, { try scene(scrollExtent: LayoutSize(width: 0, height: $0)) }),
]

extension LayoutRect {
    fileprivate static let unit = LayoutRect(x: 0, y: 0, width: 1, height: 1)
}

private func effect(minimum: Double = 0, maximum: Double = 0) throws -> InterpolatingMotionEffect<String> {
    try InterpolatingMotionEffect(
        keyPath: "center.x", axis: .horizontal, minimum: minimum, maximum: maximum)
}

private func cards(_ change: (inout ParallaxCards.Settings) -> Void) throws {
    var settings = ParallaxCards.Settings()
    change(&settings)
    _ = try ParallaxCards(settings)
}

private func scene(travel: LayoutSize = .zero, scrollExtent: LayoutSize = .zero) throws {
    _ = try ParallaxScene(layers: [], travel: travel, scrollExtent: scrollExtent)
}

@Suite struct ParallaxSettingErrorTests {
    @Test(arguments: settings.indices)
    func `a setting takes what is allowed, both ends included`(index: Int) throws {
        let (_, allowed, make) = settings[index]
        try make(allowed.lowerBound)
        try make(allowed.upperBound)
    }

    @Test(arguments: settings.indices)
    func `a setting refuses what is not a number, infinite or out of its range`(index: Int) throws {
        let (name, allowed, make) = settings[index]
        for value in noNumbers + [allowed.lowerBound.nextDown, allowed.upperBound.nextUp] {
            let error = try #require(throws: ParallaxSettingError.self) { try make(value) }
            #expect(error.setting == name)
            #expect(error.value.bitPattern == value.bitPattern)
            #expect(error.allowed == allowed)
        }
    }

    @Test func `says which setting, and what to give instead`() throws {
        let error = try #require(throws: ParallaxSettingError.self) { try SceneLayer(depth: .nan) }
        #expect("\(error)" == "depth cannot be nan: give a number from -1.0 to 1.0")
    }
}

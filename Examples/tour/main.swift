import ParallaxKit

let pose = ParallaxPose(viewerOffset: ViewerOffset(x: 0.5, y: -0.5), pitch: 0.1, roll: 0.3)

// Motion effects: a value, named or found by a key path, from its minimum at −1 to its maximum at +1.
let effect = try InterpolatingMotionEffect(keyPath: "center.x", axis: .horizontal, minimum: -24, maximum: 24)
print(MotionEffectGroup([effect]).keyPathsAndRelativeValues(for: pose))
// Parallax: a view's centre moves by ten points each way, its size stays.
print(LayoutRect(x: 0, y: 0, width: 100, height: 40).parallax(direction: .both).placed(for: pose))
// ParallaxMotion: moved by roll and pitch themselves.
print(try ParallaxMotion(magnitude: 10).offset(for: pose))
// ParallaxScroll: layers that lag behind what is scrolled, here by 100 points.
print(ParallaxScroll.backdrop.placements(origin: -100, pose: pose))
// ParallaxCards: a carousel whose pictures move in their cards, and where it snaps to.
let cards = ParallaxCards().layout(in: LayoutSize(width: 400, height: 550), count: Card.cities.count)
print(cards.appearance(minX: -170, pose: pose), cards.settle(offset: 200, velocity: 0))
// ParallaxHeader: stretches and blurs as it is pulled down, here by 120 points.
print(ParallaxHeader().appearance(minY: 120, pose: pose))
// ParallaxScene: layers by depth, and how much larger than the screen each is to be so that no edge shows.
let scene = ParallaxScene(layers: [try SceneLayer(depth: 1), try SceneLayer(depth: -0.5)])
print(scene.placements(pose: pose), scene.overscan(of: scene.layers[0]))

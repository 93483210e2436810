import ParallaxKit

/// A wallpaper of three layers that follows tilt, and the workspaces that one moves through.

let names = ["sky", "mountains", "leaves"]
let scene = try ParallaxScene(
    layers: [
        SceneLayer(depth: 1, blur: 2),
        SceneLayer(depth: 0.5, drive: .both),
        SceneLayer(depth: -0.25, drive: .both, opacity: 0.9),
    ],
    travel: LayoutSize(width: 40, height: 24), scrollExtent: LayoutSize(width: 800, height: 0))

// How large to draw each layer, so that no edge ever shows.
let screen = LayoutSize(width: 1_920, height: 1_080)
for (name, layer) in zip(names, scene.layers) {
    let frame = scene.frame(of: layer, in: screen)
    print("\(name): lay out at \(frame.minX), \(frame.minY), \(frame.size.width) × \(frame.size.height)")
}

// Where each one is, frame by frame, without asking for memory.
var placements = [Placement](repeating: .identity, count: names.count)
for turned in [-1, -0.5, 0.5, 1] {
    let pose = ParallaxPose(viewerOffset: ViewerOffset(x: turned, y: 0.5))
    var span = placements.mutableSpan
    scene.place(into: &span, scroll: LayoutPoint(x: 400, y: 0), pose: pose)
    for (name, placement) in zip(names, placements) {
        print("offset \(turned): \(name) at \(placement.offset.x), \(placement.offset.y)")
    }
}

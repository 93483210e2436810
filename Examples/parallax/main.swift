import ParallaxKit

/// The parallax modifier: views whose centres move as the screen turns, while their sizes stay.

struct View: ParallaxPlaceable {
    let name: String
    let size: LayoutSize
    var center: LayoutPoint
}

let title = View(
    name: "title", size: LayoutSize(width: 200, height: 40), center: LayoutPoint(x: 180, y: 80))
let picture = View(
    name: "picture", size: LayoutSize(width: 360, height: 240), center: LayoutPoint(x: 180, y: 300))

// What floats in front moves with the turn; swapped bounds move what lies behind against it.
let views = [
    title.parallax(),
    try title.parallax(amount: 20, direction: .horizontal),
    try picture.parallax(
        minHorizontal: 30, maxHorizontal: -30, minVertical: 15, maxVertical: -15, direction: .both),
]

for step in -2...2 {
    let turned = Double(step) / 2
    let pose = ParallaxPose(viewerOffset: ViewerOffset(x: turned, y: -turned))
    for view in views {
        let moved = view.placed(for: pose)
        print(
            "offset \(turned): \(moved.name) at \(moved.center.x), \(moved.center.y), size \(moved.size.width)"
        )
    }
}

import ParallaxKit

/// Layers in scroll views: a backdrop behind a list, and a drive past trees and clouds.

for scrolled in stride(from: 0.0, through: 300, by: 100) {
    for placement in ParallaxScroll.backdrop.placements(origin: -scrolled) {
        let looks = "scale \(placement.scale), blur \(placement.blur), opacity \(placement.opacity)"
        print("list at \(scrolled): backdrop \(placement.offset.y) points down, \(looks)")
    }
}

let names = ["clouds", "trees", "road", "car"]
for scrolled in stride(from: 0.0, through: 300, by: 100) {
    let placements = ParallaxScroll.drive.placements(origin: -scrolled)
    for (name, placement) in zip(names, placements) {
        print("drive at \(scrolled): \(name) moved by \(placement.offset.x.rounded()), \(placement.offset.y)")
    }
}
print("road: \(ScrollLayer.roadSize(in: LayoutSize(width: 390, height: 844)))")

// A layer of one's own: a third as far, 20 points up, and tilt moves it by 8 points in addition.
let hills = try ScrollLayer(divisor: 3, rise: 20, tilt: LayoutOffset(x: -8, y: 0))
let pose = ParallaxPose(viewerOffset: ViewerOffset(x: 0.5, y: 0))
let placement = hills.placement(along: .horizontal, origin: -300, pose: pose)
print("hills: moved by \(placement.offset.x), \(placement.offset.y)")

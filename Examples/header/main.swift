import ParallaxKit

/// A header of 400 points in a scroll view, pulled down, then scrolled away.

let header = try ParallaxHeader(height: 400, coordinateSpace: "scroll")
let space = CoordinateSpace(name: "scroll", origin: LayoutPoint(x: 0, y: 64))

for scrolled in stride(from: -300.0, through: 400, by: 100) {
    // Where the toolkit laid the header out, in the window.
    let frame = LayoutRect(x: 0, y: 64 - scrolled, width: 390, height: 400)
    let shown = header.appearance(of: frame, in: space)
    let top = frame.minY - space.origin.y + shown.placement.offset.y
    print(
        "scrolled \(scrolled): top \(top.rounded()), height \(shown.height), offset \(shown.placement.offset.y),",
        "blur \(shown.placement.blur)")
}

let still = header.appearance(minY: 300, pose: ParallaxPose(reducesMotion: true))
print("less motion: height \(still.height), offset \(still.placement.offset.y), blur \(still.placement.blur)")

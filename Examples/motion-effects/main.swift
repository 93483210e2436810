import ParallaxKit

/// Interpolating motion effects in a group: a label that moves and fades as the screen turns.

struct Label {
    var center = LayoutPoint(x: 200, y: 120)
    var opacity = 0.75
}

let sideways = try InterpolatingMotionEffect(
    keyPath: \Label.center.x, axis: .horizontal, minimum: -24, maximum: 24)
let upAndDown = try InterpolatingMotionEffect(
    keyPath: \Label.center.y, axis: .vertical, minimum: -12, maximum: 12)
let fading = try InterpolatingMotionEffect(
    keyPath: \Label.opacity, axis: .vertical, minimum: -0.25, maximum: 0.25)
let group = MotionEffectGroup([sideways, upAndDown, fading])

// With MotionManager.shared this is `deviceMotion.pose`; here the screen turns from left to right and down.
for step in -2...2 {
    let turned = Double(step) / 2
    let pose = ParallaxPose(viewerOffset: ViewerOffset(x: turned, y: turned / 2))
    let label = group.applied(to: Label(), for: pose)
    print("offset \(turned): center \(label.center.x), \(label.center.y), opacity \(label.opacity)")
}

// Or with names as in UIKit, for a toolkit that finds properties by name.
let named = try InterpolatingMotionEffect(keyPath: "center.x", axis: .horizontal, minimum: -24, maximum: 24)
print(named.keyPathsAndRelativeValues(for: ViewerOffset(x: 0.25, y: 0)))

import ParallaxKit

/// The motion modifier: an offset by the device's own angles, here while its right edge is lowered by 40°.

let effect = try ParallaxMotion(magnitude: 10)
let text = LayoutRect(x: 20, y: 40, width: 200, height: 30)

for degrees in stride(from: 0.0, through: 40, by: 10) {
    let pose = ParallaxPose(pitch: 0.1, roll: degrees * .pi / 180)
    let offset = effect.offset(for: pose)
    var moved = text
    moved.center = text.center + offset
    print(
        "roll \(degrees)°: offset \(hundredths(offset.x)), \(hundredths(offset.y)); left edge",
        terminator: " ")
    print(hundredths(moved.minX))
}

// Who asked for less motion sees the text at its place.
let still = effect.offset(for: ParallaxPose(pitch: 0.1, roll: 0.7, reducesMotion: true))
print("less motion: offset \(still.x), \(still.y)")

func hundredths(_ value: Double) -> Double { (value * 100).rounded() / 100 }

import ParallaxEffects

/// What no effect follows.
let noNumbers = [Double.nan, .infinity, -.infinity]

extension ParallaxPose {
    static func facing(_ x: Double, _ y: Double, reducesMotion: Bool = false) -> ParallaxPose {
        ParallaxPose(viewerOffset: ViewerOffset(x: x, y: y), reducesMotion: reducesMotion)
    }

    static func leaning(pitch: Double, roll: Double, reducesMotion: Bool = false) -> ParallaxPose {
        ParallaxPose(pitch: pitch, roll: roll, reducesMotion: reducesMotion)
    }
}

/// Whether two numbers are the same but for the last digits.
func isClose(_ left: Double, _ right: Double) -> Bool { abs(left - right) <= 1e-9 * max(1, abs(right)) }

func isClose(_ left: LayoutOffset, _ right: LayoutOffset) -> Bool {
    isClose(left.x, right.x) && isClose(left.y, right.y)
}

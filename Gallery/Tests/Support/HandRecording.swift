import Foundation

/// What the sensors of a device give that lies in a hand, and is turned about one of its axes at a time.
package struct HandRecording {
    private static let step = 0.01
    private static let gravity = 9.80665

    /// As the daemon replays it.
    package private(set) var text = "# parallax recording 1\n# device: hand\n"
    private var time = 0.0

    package init() {}

    /// Held as it is, for so many seconds.
    package mutating func rest(_ seconds: Double) { turn(pitch: 0, roll: 0, holding: seconds) }

    /// Turned by angles in degrees, one of which is 0, within half a second; held for so many; turned back.
    package mutating func turn(pitch: Double, roll: Double, holding seconds: Double) {
        let way = 0.5
        let angle = (pitch + roll) * Double.pi / 180
        for moment in stride(from: 0, to: 2 * way + seconds, by: HandRecording.step) {
            let phase = moment < way ? moment / way : min(1, (2 * way + seconds - moment) / way)
            let sense = phase == 1 ? 0 : moment < way ? 1.0 : -1
            let turned = angle * (1 - cos(.pi * phase)) / 2
            let rate = sense * angle * .pi * sin(.pi * phase) / 2 / way
            let (away, up) = (HandRecording.gravity * sin(turned), HandRecording.gravity * cos(turned))
            add(
                rotation: pitch != 0 ? (rate, 0, 0) : (0, rate, 0),
                acceleration: pitch != 0 ? (0, away, up) : (-away, 0, up))
        }
    }

    private mutating func add(rotation: (Double, Double, Double), acceleration: (Double, Double, Double)) {
        for (kind, values) in [("g", rotation), ("a", acceleration)] {
            text += String(
                format: "%@ %ld %.5f %.5f %.5f\n", kind, Int((1e6 * time).rounded()), values.0, values.1,
                values.2)
        }
        time += HandRecording.step
    }
}

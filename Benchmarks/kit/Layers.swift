import Glibc
import ParallaxKit

/// What it takes to place ten thousand layers, which is to take less than 100 µs.
enum Layers {
    private static let count = 10_000
    private static let bound = 100.0

    /// Prints the fastest and the middle of many rounds: what else the machine does disturbs only some.
    static func run() {
        let scene = scene()
        var placements = [Placement](repeating: .identity, count: count)
        var sum = 0.0
        let times = (0..<1_000).map { round in
            let facing = ViewerOffset(x: sin(Double(round)), y: cos(Double(round)))
            let pose = ParallaxPose(viewerOffset: facing)
            let scroll = LayoutPoint(x: Double(round), y: 0)
            let time = ContinuousClock().measure {
                var span = placements.mutableSpan
                scene.place(into: &span, scroll: scroll, pose: pose)
            }
            sum += placements[round].offset.x
            return time / .microseconds(1)
        }.sorted()
        precondition(sum.isFinite, "a placement is a number")
        report("fastest", times[0])
        report("middle", times[times.count / 2])
        print("bound: \(bound) µs: \(times[0] < bound ? "kept" : "missed")")
    }

    private static func report(_ name: String, _ microseconds: Double) {
        let each = (microseconds * 10_000 / Double(count)).rounded() / 10
        print("\(count) layers, \(name): \(microseconds.rounded()) µs, \(each) ns a layer")
    }

    private static func scene() -> ParallaxScene {
        do throws(ParallaxSettingError) {
            var layers: [SceneLayer] = []
            for place in 0..<count {
                let share = Double(place) / Double(count)
                let drive = SceneLayer.Drive.allCases[place % 3]
                layers.append(try SceneLayer(depth: 1 - 2 * share, drive: drive, blur: share, opacity: 0.9))
            }
            return try ParallaxScene(
                layers: layers, travel: LayoutSize(width: 40, height: 20),
                scrollExtent: LayoutSize(width: 1_000, height: 0))
        } catch {
            preconditionFailure("\(error)")
        }
    }
}

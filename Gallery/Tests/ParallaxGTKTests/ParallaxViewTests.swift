import CGtk
import GTKGlue
import ParallaxGTK
import ScreenSupport
import Testing

extension OnScreen {
    @Suite struct ParallaxViewTests {
        init() throws { _ = try Screen.shared.get() }

        nonisolated private static let offsets: [(x: Double, y: Double)] = [
            (0, 0), (1, 0), (0, 1), (-1, -1), (0.5, -0.25),
        ]

        @Test(arguments: offsets) func `a child is where the effect says`(offset: (x: Double, y: Double))
            throws
        {
            let child = probe(0xff0000, width: 40, height: 30)
            child.widget.centre()
            let moving = try child.widget.parallax(amount: 24)
            moving.centre()
            let window = try TestWindow(moving, width: 200, height: 160)
            try ParallaxDriver.shared.hold(offset.x, offset.y)
            let seen = try #require(Extent(of: 0xff0000, in: window.picture()))
            let left = 80 + Int(24 * offset.x)
            let top = 65 + Int(24 * offset.y)
            #expect(seen == Extent(left: left, top: top, right: left + 39, bottom: top + 29))
        }

        @Test func `magnitude moves by the device's angles`() throws {
            let child = probe(0x00ff00, width: 40, height: 40)
            let moving = ParallaxView(child.widget, try ParallaxMotion(magnitude: 30)).widget
            moving.centre()
            let window = try TestWindow(moving, width: 200, height: 200)
            try ParallaxDriver.shared.hold(0, 0, pitch: 0.5, roll: -1)
            let seen = try #require(Extent(of: 0x00ff00, in: window.picture()))
            #expect(seen == Extent(left: 50, top: 95, right: 89, bottom: 134))
        }

        @Test func `a moving frame asks nothing of child and ancestors`() throws {
            let child = probe(0x0000ff, width: 40, height: 40)
            let moving = ParallaxView(child.widget, Parallax())
            let ancestor = WidgetBody()
            ancestor.add(moving.widget)
            let window = try TestWindow(ancestor.widget, width: 200, height: 200)
            try ParallaxDriver.shared.hold(0, 0)
            let before = (child.counts, moving.counts, ancestor.counts)
            for step in 1...10 { try ParallaxDriver.shared.hold(Double(step) / 10, 0) }
            #expect(child.counts - before.0 == WidgetCounts())
            #expect((ancestor.counts - before.2).measures == 0)
            #expect((moving.counts - before.1).allocations == 10)
            _ = window
        }

        @Test func `nothing is drawn while nothing moves`() throws {
            let child = probe(0x0000ff, width: 40, height: 40)
            let root = WidgetBody()
            root.add(ParallaxView(child.widget, Parallax()).widget)
            let window = try TestWindow(root.widget, width: 200, height: 200)
            try ParallaxDriver.shared.hold(0.3, 0.3)
            let before = root.counts
            run(seconds: 1)
            #expect(root.counts == before)
            _ = window
        }

        @Test func `what is followed instead leaps, but no picture does`() throws {
            let child = probe(0xff0000, width: 40, height: 40)
            let window = try TestWindow(child.widget.parallax(), width: 200, height: 200)
            let driver = ParallaxDriver.shared
            try driver.hold(-1, 0)
            driver.transition = 0.3
            defer { driver.transition = 0 }
            driver.substitute = ParallaxPose(viewerOffset: ViewerOffset(x: 1, y: 0))
            var seen: [Double] = []
            try wait("it does not arrive") {
                seen.append(driver.pose.viewerOffset.x)
                return driver.pose.viewerOffset.x == 1
            }
            #expect(seen.contains { abs($0) < 0.6 })
            #expect(zip(seen, seen.dropFirst()).allSatisfy { $0 <= $1 })
            _ = window
        }

        @Test func `reduced motion rests`() throws {
            let child = probe(0xff0000, width: 40, height: 40)
            let moving = child.widget.parallax()
            moving.centre()
            let window = try TestWindow(moving, width: 200, height: 200)
            ParallaxDriver.shared.reducesMotion = true
            defer { ParallaxDriver.shared.reducesMotion = false }
            try ParallaxDriver.shared.hold(1, 1)
            let seen = try #require(Extent(of: 0xff0000, in: window.picture()))
            #expect(seen == Extent(left: 80, top: 80, right: 119, bottom: 119))
        }

        @Test func `strength scales the movement`() throws {
            let child = probe(0xff0000, width: 40, height: 40)
            let moving = child.widget.parallax()
            moving.centre()
            let window = try TestWindow(moving, width: 200, height: 200)
            ParallaxDriver.shared.strength = 0.5
            defer { ParallaxDriver.shared.strength = 1 }
            try ParallaxDriver.shared.hold(1, -1)
            let seen = try #require(Extent(of: 0xff0000, in: window.picture()))
            #expect(seen == Extent(left: 85, top: 75, right: 124, bottom: 114))
        }
    }
}

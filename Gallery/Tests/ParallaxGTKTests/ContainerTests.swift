import CGtk
import GTKGlue
import ParallaxGTK
import ParallaxKit
import ScreenSupport
import Testing

private let background: UInt32 = 0x00ffff

extension OnScreen {
    @Suite struct ContainerTests {
        nonisolated private static let extremes = [(0.0, 0.0), (1, 1), (-1, 1), (1, -1), (-1, -1)]

        init() throws {
            _ = try Screen.shared.get()
            addStyle("window.bare { background: #00ffff; }")
        }

        @Test(arguments: extremes, [-1, -0.4, 0.3, 1])
        func `no edge of a scene's layer is ever seen`(offset: (Double, Double), depth: Double) throws {
            let layer = try SceneLayer(depth: depth, scale: 1.1)
            let scene = try ParallaxScene(layers: [layer], travel: LayoutSize(width: 33, height: 21))
            let view = ParallaxSceneView(scene, [probe(0xff0000).widget])
            let window = try TestWindow(view.widget, width: 240, height: 180)
            try ParallaxDriver.shared.hold(offset.0, offset.1)
            let picture = try window.picture()
            #expect(Extent(of: background, in: picture) == nil)
            #expect(
                Extent(of: 0xff0000, in: picture)
                    == Extent(left: 0, top: 0, right: picture.width - 1, bottom: picture.height - 1))
        }

        @Test(arguments: [0.0, 37, 120, 300]) func `layers scroll as the numbers say`(offset: Double) throws {
            let layer = try ScrollLayer(divisor: 4, rise: 10)
            let frame = LayoutRect(x: 120, y: 60, width: 50, height: 40)
            let lagging = probe(0xff0000), moving = probe(0x0000ff)
            var lengths = 0
            func length(_ size: LayoutSize) -> Double {
                lengths += 1
                return 5 * size.width
            }
            let view = ParallaxScrollView(
                along: .horizontal, length: length,
                [
                    ScrollItem(lagging.widget, layer) { _ in frame },
                    ScrollItem(moving.widget) { _ in LayoutRect(x: 320, y: 120, width: 20, height: 20) },
                ])
            let window = try TestWindow(view.widget, width: 400, height: 200)
            try ParallaxDriver.shared.hold(0, 0)
            let before = (lagging.counts, moving.counts, lengths)
            view.scroller.jump(to: offset)
            try settle()
            #expect(lengths == before.2)
            #expect(lagging.counts - before.0 == WidgetCounts())
            #expect(moving.counts - before.1 == WidgetCounts())
            let picture = try window.picture()
            let placed = layer.placement(along: .horizontal, origin: -offset)
            let left = frame.minX - offset + placed.offset.x
            if left + 50 > 0 {
                let seen = try #require(Extent(of: 0xff0000, in: picture))
                #expect(abs(Double(seen.left) - max(0, left)) <= 1)
                #expect(seen.top == 50)
            }
            let seen = try #require(Extent(of: 0x0000ff, in: picture))
            #expect(seen.left == Int(320 - offset))
        }

        @Test(arguments: [0.0, 100, 250, 345]) func `cards are where their layout says`(offset: Double) throws
        {
            var settings = ParallaxCards.Settings()
            settings.tilt = LayoutOffset(x: 12, y: 0)
            let carousel = try ParallaxCards(settings)
            let cards = [0xff0000, 0x00ff00, 0x0000ff].map { colour in
                Card(id: "\(colour)", title: "", subtitle: "", image: "\(colour)")
            }
            var pictures: [PictureView] = []
            let view = ParallaxCardsView(carousel, cards) { card in
                pictures.append(probe(UInt32(card.image) ?? 0))
                return pictures[pictures.count - 1].widget
            }
            let window = try TestWindow(view.widget, width: 400, height: 300)
            try ParallaxDriver.shared.hold(0, 0)
            let before = pictures.map(\.counts)
            view.scroller.jump(to: offset)
            try ParallaxDriver.shared.hold(1, 0)
            #expect(zip(pictures, before).allSatisfy { $0.counts - $1 == WidgetCounts() })
            let layout = carousel.layout(in: LayoutSize(width: 400, height: 300), count: 3)
            let picture = try window.picture()
            for (place, colour) in [UInt32(0xff0000), 0x00ff00, 0x0000ff].enumerated() {
                let frame = layout.frame(ofCard: place, offset: offset)
                let scale = layout.appearance(minX: frame.minX).card.scale
                let left = frame.center.x - scale * frame.size.width / 2
                let right = frame.center.x + scale * frame.size.width / 2
                guard right > 20, left < 380 else { continue }
                // The gradient is clear in its upper half.
                let row = (0..<picture.width).filter { picture.colour(x: $0, y: 120) == colour }
                #expect(abs(Double(try #require(row.first)) - max(0, left)) <= 1)
                #expect(abs(Double(try #require(row.last)) + 1 - min(400, right)) <= 1)
                #expect(row.count == row[row.count - 1] - row[0] + 1)
            }
        }

        @Test(arguments: [0.0, 50, 150, -40, -90])
        func `a header lags and stretches without an edge`(offset: Double) throws {
            let header = try ParallaxHeader(height: 160)
            let pictures = [0.0, 5, 10].map { blur in (blur, probe(0xff0000)) }
            let content = probe(0x0000ff, height: 900)
            let view = ParallaxHeaderView(
                header, pictures.map { ($0.0, $0.1.widget) }, content: content.widget)
            let window = try TestWindow(view.widget, width: 300, height: 400)
            try ParallaxDriver.shared.hold(0, 0)
            view.scroller.jump(to: min(offset, 1))
            try settle()
            let before = pictures.map(\.1.counts)
            view.scroller.jump(to: offset)
            try settle()
            // A copy that was never needed is drawn once.
            #expect(
                zip(pictures, before).allSatisfy { picture, before in
                    let change = picture.1.counts - before
                    return change.measures == 0 && change.allocations == 0
                        && change.snapshots <= (before.snapshots == 0 ? 1 : 0)
                })
            let picture = try window.picture()
            #expect(Extent(of: background, in: picture) == nil)
            let seen = try #require(Extent(of: 0x0000ff, in: picture))
            #expect(seen == Extent(left: 0, top: max(0, Int(160 - offset)), right: 299, bottom: 399))
        }
    }
}

import ParallaxEffects
import Testing

@Suite struct ParallaxCardsTests {
    private static let cards = ParallaxCards()
    private static let layout = cards.layout(in: LayoutSize(width: 400, height: 550), count: 5)

    /// Size of the carousel, size of a card.
    private static let sizes: [((Double, Double), (Double, Double))] = [
        ((400, 550), (340, 500)), ((390, 844), (330, 794)), ((61, 51), (1, 1)), ((60, 50), (0, 0)),
        ((0, 0), (0, 0)), ((20, 550), (0, 500)), ((-400, -1), (0, 0)), ((.nan, 550), (0, 500)),
        ((400, .infinity), (340, 0)),
        ((.infinity, -.infinity), (0, 0)),
    ]

    @Test(arguments: sizes)
    func `a card is narrower by the padding and lower by 50`(size: (Double, Double), card: (Double, Double)) {
        let layout = Self.cards.layout(in: LayoutSize(width: size.0, height: size.1), count: 5)
        #expect(layout.cardSize == LayoutSize(width: card.0, height: card.1))
        #expect(layout.pitch == card.0 + 5)
        #expect(layout.contentWidth == 60 + 5 * card.0 + 20)
        for minX in noNumbers + [0, -3, 1e9] {
            let appearance = layout.appearance(minX: minX)
            #expect(appearance.image.offset.x.isFinite && appearance.card.scale.isFinite)
        }
        #expect(layout.settle(offset: 1, velocity: 0) == 0)
    }

    /// Left edge of the card in the scroll view; offset of its picture, scale of the card.
    private static let rows: [(Double, Double, Double)] = [
        (30, -42, 1),
        (0, 0, 1), (60, -84, 1), (-34, 47.6, 0.995), (-170, 238, 0.975), (-340, 476, 0.95), (-600, 840, 0.95),
        (230, -322, 0.975), (340, -476, 0.95 + 0.05 * 60 / 340), (341, -476, 0.95 + 0.05 * 59 / 340),
        (400, -476, 0.95), (9_000, -476, 0.95),
        (.nan, -42, 1), (.infinity, -42, 1), (-.infinity, -42, 1),
    ]

    @Test(arguments: rows)
    func `a picture moves against its card, and a card shrinks as it goes out`(
        minX: Double, offset: Double, scale: Double
    ) {
        let appearance = Self.layout.appearance(minX: minX)
        #expect(isClose(appearance.image.offset, LayoutOffset(x: offset, y: 0)))
        #expect(appearance.image.scale == 1.2)
        #expect(isClose(appearance.card.scale, scale))
        #expect(appearance.card.offset == .zero)
        let resting = Self.layout.appearance(minX: minX, pose: .facing(1, 1, reducesMotion: true))
        #expect(resting == Self.layout.appearance(minX: 30))
    }

    @Test func `a card that has settled stands at the padding, its neighbours look in`() {
        let offset = Self.layout.settle(offset: 700, velocity: 0)
        #expect(offset == 690)
        #expect(
            Self.layout.frame(ofCard: 2, offset: offset) == LayoutRect(x: 30, y: 0, width: 340, height: 500))
        #expect(Self.layout.frame(ofCard: 1, offset: offset).maxX == 25)
        #expect(Self.layout.frame(ofCard: 3, offset: offset).minX == 375)
        #expect(Self.layout.frame(ofCard: 0, offset: .nan).minX == 30)
    }

    /// Offset and velocity when let go; where it comes to rest.
    private static let flings: [(Double, Double, Double)] = [
        (0, 0, 0), (172, 0, 0), (173, 0, 345), (345, 0, 345), (100, 400, 345), (345, -400, 0),
        (0, 1_500, 690),
        (-80, 0, 0), (0, -9_000, 0), (1_380, 0, 1_380), (1_500, 0, 1_380), (0, 1e9, 1_380),
        (.nan, 0, 0), (690, .nan, 690), (690, .infinity, 690), (-.infinity, 0, 0),
    ]

    @Test(arguments: flings)
    func `scrolling settles with a card at its place`(offset: Double, velocity: Double, resting: Double) {
        #expect(Self.layout.settle(offset: offset, velocity: velocity) == resting)
    }

    @Test func `a carousel without cards settles at its start`() {
        let empty = Self.cards.layout(in: LayoutSize(width: 400, height: 550), count: 0)
        #expect(empty.settle(offset: 300, velocity: 10) == 0)
        #expect(empty.contentWidth == 60)
    }

    /// Along the whole way of a card, its picture is on every point of it that is in sight.
    @Test(arguments: [(0, 1.4, 400), (0.5, 1.4, 400), (0, 0.5, 400), (0, 1, 400), (25, 2, 900), (0, 1.4, 90)])
    func `a picture of the size asked for covers its card`(tilt: Double, travel: Double, width: Double) throws
    {
        var settings = ParallaxCards.Settings()
        settings.imageTravel = travel
        settings.tilt = LayoutOffset(x: tilt, y: tilt)
        let layout = try ParallaxCards(settings).layout(in: LayoutSize(width: width, height: 550), count: 5)
        let card = layout.cardSize
        var least = Double.infinity
        for step in -1_000...1_000 {
            let minX = Double(step) / 1_000 * width
            for facing in [-1.0, 0, 1] {
                let appearance = layout.appearance(minX: minX, pose: .facing(facing, -facing))
                let scale = appearance.card.scale
                /// A point of the screen in the card's own points, before the card is scaled.
                func inCard(_ x: Double) -> Double { card.width / 2 + (x - minX - card.width / 2) / scale }
                let shown = (max(0, inCard(0)), min(card.width, inCard(width)))
                guard shown.0 < shown.1 else { continue }
                let half = LayoutSize(
                    width: layout.imageSize.width * appearance.image.scale / 2,
                    height: layout.imageSize.height * appearance.image.scale / 2)
                let center = card.width / 2 + appearance.image.offset.x
                least = min(least, shown.0 - (center - half.width), center + half.width - shown.1)
                #expect(half.height - abs(appearance.image.offset.y) >= card.height / 2 - 1e-9)
            }
        }
        #expect(least >= -1e-9)
        #expect(least < 0.06 * card.width + 1, "and is not much larger than it needs to be")
    }

    @Test func `tilt moves the picture too`() throws {
        var settings = ParallaxCards.Settings()
        settings.tilt = LayoutOffset(x: -8, y: 4)
        let layout = try ParallaxCards(settings).layout(in: LayoutSize(width: 400, height: 550), count: 5)
        #expect(layout.appearance(minX: 30, pose: .facing(1, 0.5)).image.offset == LayoutOffset(x: -50, y: 2))
    }

    @Test func `five cities, each its own, and a card that looks as it should`() {
        #expect(Card.cities.map(\.title) == ["Mumbai", "New York", "London", "Alaska", "Paris"])
        #expect(Set(Card.cities).count == 5)
        #expect(Set(Card.cities.map(\.id)).count == 5)
        #expect(Card.cities.allSatisfy { !$0.subtitle.isEmpty && !$0.image.isEmpty })
        let style = Self.cards.style
        #expect(style.cornerRadius == 15)
        #expect(style.shadow.opacity == 0.25 && style.shadow.radius == 8)
        #expect(style.shadow.offset == LayoutOffset(x: 5, y: 10))
        #expect(style.gradient.map(\.opacity) == [0, 0, 0, 0, 0, 0.1, 0.5, 1])
        #expect(style.gradient.map(\.location) == (0...7).map { Double($0) / 7 })
        #expect(style.textPadding == 20 && style.textSpacing == 4)
    }

    @Test func `a negative number of cards is a mistake`() async {
        await #expect(processExitsWith: .failure) {
            _ = ParallaxCards().layout(in: .zero, count: -1)
        }
    }
}

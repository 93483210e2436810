/// Where the cards of a carousel are, and how each is shown there.
public struct CardLayout: Hashable, Sendable {
    /// How a card and the picture in it are shown.
    public struct Appearance: Hashable, Sendable {
        /// Its scale: 1 when settled, less the farther it is out.
        public var card: Placement
        /// Within the card, which clips it.
        public var image: Placement
    }

    /// Those of the carousel.
    public let settings: ParallaxCards.Settings
    /// Of the carousel.
    public let size: LayoutSize
    /// How many cards there are, 0 and up.
    public let count: Int

    init(settings: ParallaxCards.Settings, size: LayoutSize, count: Int) {
        precondition(count >= 0, "a carousel has no negative number of cards")
        self.settings = settings
        self.size = size
        self.count = count
    }

    /// Of each card; empty where the carousel has no room for one.
    public var cardSize: LayoutSize {
        LayoutSize(
            width: max(0, size.width - 2 * settings.sidePadding),
            height: max(0, size.height - settings.heightInset))
    }

    /// From one card to the next.
    public var pitch: Double { cardSize.width + settings.spacing }

    /// Of all that can be scrolled through.
    public var contentWidth: Double {
        guard count > 0 else { return 2 * settings.sidePadding }
        return 2 * settings.sidePadding + Double(count) * pitch - settings.spacing
    }

    /// Of a card in the scroll view, after scrolling by `offset` points; one that is not finite counts as 0.
    public func frame(ofCard index: Int, offset: Double) -> LayoutRect {
        let minX = settings.sidePadding + Double(index) * pitch - (Setting.live(offset) ?? 0)
        return LayoutRect(origin: LayoutPoint(x: minX, y: 0), size: cardSize)
    }

    /// How a card is shown whose left edge is at `minX` in the scroll view, in points.
    ///
    /// At rest, and where `minX` is not finite, it is shown as one that has settled.
    public func appearance(minX: Double, pose: ParallaxPose = .resting) -> Appearance {
        let minX = pose.reducesMotion ? settings.sidePadding : Setting.live(minX) ?? settings.sidePadding
        let facing = pose.followedOffset
        let travel = settings.imageTravel
        let image = LayoutOffset(
            x: settings.tilt.x * facing.x - min(travel * minX, travel * cardSize.width),
            y: settings.tilt.y * facing.y)
        return Appearance(
            card: Placement(scale: 1 - (1 - settings.transitionScale) * shareOut(minX: minX)),
            image: Placement(offset: image, scale: settings.imageScale))
    }

    /// How much of a card's width is beyond the edges: 0 in sight, 1 out of sight. An empty card is in sight.
    private func shareOut(minX: Double) -> Double {
        let width = cardSize.width
        guard width > 0 else { return 0 }
        let out = max(-minX, minX + width - size.width)
        return max(0, min(1, out / width))
    }

    /// How large a picture must be in its card, before it is scaled, so that it covers what shows of the card
    /// wherever the card is. It moves faster than its card: one as wide as that would leave a strip bare.
    public var imageSize: LayoutSize {
        let card = cardSize
        let travel = settings.imageTravel
        let margin = size.width - card.width
        let lag = min(travel * card.width, max(travel * margin, margin + (travel - 1) * card.width))
        let shrinking = card.width / 2 * (1 / settings.transitionScale - 1)
        return LayoutSize(
            width: max(
                card.width, (card.width + 2 * (lag + shrinking + abs(settings.tilt.x))) / settings.imageScale),
            height: max(card.height, (card.height + 2 * abs(settings.tilt.y)) / settings.imageScale))
    }

    /// Where scrolling comes to rest with a card at its place, let go at `offset` points with `velocity`
    /// points a second, positive where the offset grows. What is not finite counts as 0.
    public func settle(offset: Double, velocity: Double) -> Double {
        guard count > 0, pitch > 0 else { return 0 }
        let goal = (Setting.live(offset) ?? 0) + (Setting.live(velocity) ?? 0) * settings.flingTime
        return max(0, min(Double(count - 1), (goal / pitch).rounded())) * pitch
    }
}

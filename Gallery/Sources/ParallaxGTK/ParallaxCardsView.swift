public import CGtk
public import GTKGlue
public import ParallaxKit

/// A carousel of cards whose pictures move against them.
public final class ParallaxCardsView: ParallaxContainer {
    public let carousel: ParallaxCards
    /// Where it is scrolled to.
    public private(set) lazy var scroller = Scroller(self, along: .horizontal)

    private let cards: [CardView]
    private let shadows: [Widget]

    /// A card for each thing; `picture` paints what it shows.
    public init(_ carousel: ParallaxCards, _ cards: [Card], picture: (Card) -> Widget) {
        self.carousel = carousel
        self.cards = cards.map { CardView($0, carousel.style, picture($0)) }
        shadows = cards.map { _ in carousel.style.shadowPicture.widget }
        super.init(role: GTK_ACCESSIBLE_ROLE_LIST)
        for (shadow, card) in zip(shadows, self.cards) {
            add(shadow)
            add(card.widget)
        }
        widget.clips = true
        _ = scroller
    }

    override func queueMove() {
        super.queueMove()
        // Not only as they are placed: GTK would lay the whole window out once more.
        for card in cards { card.queueMove() }
    }

    private func layout(_ width: Int, _ height: Int) -> CardLayout {
        carousel.layout(in: LayoutSize(width: Double(width), height: Double(height)), count: cards.count)
    }

    /// Any size will do.
    public override func measure(_ axis: GtkOrientation, other: Int) -> (minimum: Int, natural: Int) {
        measureChildren()
        return (0, 0)
    }

    public override func allocate(width: Int, height: Int) {
        let layout = layout(width, height)
        scroller.page = layout.size.width
        scroller.step = layout.pitch
        scroller.extent = max(0, Double(cards.count - 1) * layout.pitch)
        scroller.settle = { layout.settle(offset: $0, velocity: $1) }
        for (place, card) in cards.enumerated() {
            var frame = layout.frame(ofCard: place, offset: scroller.offset)
            let shown = layout.appearance(minX: frame.minX, pose: pose)
            frame.origin.y = (layout.size.height - frame.size.height) / 2
            card.show(shown.image, pictureSize: layout.imageSize)
            self.place(card.widget, in: frame, shown.card)
            self.place(shadows[place], in: carousel.style.shadowFrame(of: frame), shown.card)
        }
    }
}

/// One card: a picture in rounded corners, under a gradient and two lines of text.
final class CardView: WidgetBody {
    private let style: CardStyle
    private let picture: Widget
    private let gradient: Widget
    private let clearShare: Double
    private let caption: Widget
    private var shown = Placement.identity
    private var isQueued = false
    private var pictureSize = LayoutSize.zero

    init(_ card: Card, _ style: CardStyle, _ picture: Widget) {
        self.style = style
        self.picture = picture
        caption = .caption(
            title: card.title, subtitle: card.subtitle, spacing: Int(style.textSpacing),
            padding: Int(style.textPadding))
        // Where it is clear it is not drawn.
        let last = max(1, style.gradient.count - 1)
        let clear = max(0, (style.gradient.firstIndex { $0.opacity > 0 } ?? last) - 1)
        clearShare = Double(clear) / Double(last)
        let shades = style.gradient[clear...].map { Colour(0, 0, 0, alpha: $0.opacity) }
        gradient = PictureView { $0.fill(shades) }.widget
        super.init(role: GTK_ACCESSIBLE_ROLE_LIST_ITEM)
        for child in [picture, gradient, caption] { add(child) }
        widget.setAccessibleName("\(card.title), \(card.subtitle)")
    }

    func show(_ placement: Placement, pictureSize: LayoutSize) {
        guard placement != shown || pictureSize != self.pictureSize else { return }
        shown = placement
        self.pictureSize = pictureSize
        if !isQueued { widget.queueAllocate() }
    }

    func queueMove() {
        isQueued = true
        widget.queueAllocate()
    }

    override func allocate(width: Int, height: Int) {
        isQueued = false
        place(caption, width: width, height: height)
        let clear = Int(clearShare * Double(height))
        place(gradient, y: Double(clear), width: width, height: height - clear)
        // Its scale never changes, so it is painted that large: to scale it anew in each frame costs more.
        let pictureWidth = (pictureSize.width * shown.scale).rounded(.up)
        let pictureHeight = (pictureSize.height * shown.scale).rounded(.up)
        place(
            picture, x: (Double(width) - pictureWidth) / 2 + shown.offset.x,
            y: (Double(height) - pictureHeight) / 2 + shown.offset.y, width: Int(pictureWidth),
            height: Int(pictureHeight))
    }

    override func snapshot(_ snapshot: Snapshot) {
        let (width, height) = widget.size
        snapshot.clipped(width: width, height: height, cornerRadius: style.cornerRadius) {
            for child in children { snapshot.draw(child, of: self) }
        }
    }
}

extension CardStyle {
    /// How far the shadow reaches beyond a card, with what it is moved by.
    private var reach: Double {
        2 * shadow.radius + max(abs(shadow.offset.x), abs(shadow.offset.y))
    }

    fileprivate func shadowFrame(of card: LayoutRect) -> LayoutRect {
        LayoutRect(
            x: card.minX - reach, y: card.minY - reach, width: card.size.width + 2 * reach,
            height: card.size.height + 2 * reach)
    }

    fileprivate var shadowPicture: PictureView {
        let (reach, offset, cornerRadius) = (reach, shadow.offset, cornerRadius)
        let colour = Colour(0, 0, 0, alpha: shadow.opacity)
        // As far as the card's corners are not rounded it hides what is under it.
        let inset = reach + 0.3 * cornerRadius
        let hidden = Margins(left: inset, top: inset, right: inset, bottom: inset)
        return PictureView(blur: shadow.radius, hidden: hidden) { canvas in
            canvas.rectangle(
                x: reach + offset.x, y: reach + offset.y, width: canvas.width - 2 * reach,
                height: canvas.height - 2 * reach, radius: cornerRadius)
            canvas.paint(colour)
        }
    }
}

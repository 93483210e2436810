import GTKGlue
import ParallaxGTK

extension Page {
    /// Cities on cards.
    static func cards() throws(ParallaxSettingError) -> Page {
        var settings = ParallaxCards.Settings()
        settings.tilt = LayoutOffset(x: -14, y: -10)
        let view = ParallaxCardsView(try ParallaxCards(settings), Card.cities) { card in
            PictureView { Cities.paint(card.image, $0) }.widget
        }
        view.widget.setAccessibleName("Cities")
        return Page(
            name: "cards", title: "City cards", widget: .clamped(view.widget, width: 900),
            scroller: view.scroller)
    }
}

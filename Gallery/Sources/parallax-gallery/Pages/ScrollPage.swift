import CGtk
import GTKGlue
import ParallaxGTK

extension Page {
    private static let texts = [
        ("Half as fast", "The picture behind this text scrolls half as fast as the text does."),
        ("Twice as large", "It is drawn at twice its size, a little blurred, and paler than it is."),
        ("Made beforehand", "The blurred copy is painted once. Nothing is blurred while you scroll."),
        ("Tilt counts too", "The picture also moves with the device, as what lies far behind a window does."),
        ("At the end", "However far you scroll, and however you tilt, no edge of the picture shows."),
    ]

    /// Text in front of a picture that lags.
    static func scroll() throws(ParallaxSettingError) -> Page {
        let usual = ScrollLayer.backdrop
        let tilt = 12.0
        let layer = try ScrollLayer(
            divisor: usual.divisor, tilt: LayoutOffset(x: -tilt, y: -tilt), scale: usual.scale,
            blur: usual.blur,
            opacity: usual.opacity)
        let backdrop = PictureView(blur: usual.blur) { Valley.paint($0) }
        let paragraphs = texts.map { title, text in
            let block = Widget.column(
                [.label(title, "title-1", "parallax-caption"), .label(text, "title-4", "parallax-caption")],
                spacing: 8)
            block.setMargin(vertical: 90)
            return block
        }
        let column = Widget.column(paragraphs, margin: 28)
        func length(_ size: LayoutSize) -> Double {
            max(size.height, Double(column.measure(GTK_ORIENTATION_VERTICAL, other: Int(size.width)).natural))
        }
        let view = ParallaxScrollView(
            along: .vertical, length: length,
            [
                ScrollItem(backdrop.widget, layer) { size in
                    // It covers all of the content, where motion is reduced and it scrolls along.
                    let shown = LayoutSize(width: size.width + 2 * tilt, height: length(size) + 2 * tilt)
                    var frame = LayoutRect(
                        x: 0, y: 0, width: shown.width / usual.scale, height: shown.height / usual.scale)
                    frame.center = LayoutPoint(x: size.width / 2, y: length(size) / 2)
                    return frame
                },
                ScrollItem(column) { LayoutRect(x: 0, y: 0, width: $0.width, height: length($0)) },
            ])
        view.widget.addClass("parallax-night")
        view.widget.setAccessibleName("Text over a picture")
        return Page(name: "scroll", title: "Vertical scroll", widget: view.widget, scroller: view.scroller)
    }
}

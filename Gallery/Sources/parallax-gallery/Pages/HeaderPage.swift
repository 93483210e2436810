import GTKGlue
import ParallaxGTK

extension Page {
    private static let lines = [
        ("A header that gives way", "Scroll up, and the picture lags behind; the text closes over it."),
        (
            "Pull it",
            "Pull the page down, or turn the wheel up at its start: the picture stretches and blurs."
        ),
        (
            "Four copies",
            "It was painted four times, each copy more blurred; two of them are mixed at a time."
        ),
        ("No layout", "Nothing is laid out while it moves: the picture is scaled about its upper edge."),
        ("Let go", "It springs back, and no edge of it was seen."),
    ]

    /// A picture at the head of some text.
    static func header() throws(ParallaxSettingError) -> Page {
        let header = try ParallaxHeader(height: 300)
        let pictures = [0, 2.5, 5, 10].map { blur in
            (blur: blur, widget: PictureView(blur: blur) { Sea.paint($0) }.widget)
        }
        let blocks = lines.map { title, text in
            Widget.column([.label(title, "title-2"), .label(text)], spacing: 6)
        }
        let text = Widget.column(blocks, spacing: 36, margin: 28)
        let content = Widget.column([.clamped(text, width: 700)])
        content.addClass("background")
        let view = ParallaxHeaderView(header, pictures, content: content)
        view.widget.setAccessibleName("Text with a picture at its head")
        return Page(name: "header", title: "Stretchy header", widget: view.widget, scroller: view.scroller)
    }
}

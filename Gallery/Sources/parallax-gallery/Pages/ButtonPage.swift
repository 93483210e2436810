import GTKGlue
import ParallaxGTK

extension Page {
    /// A button whose shadow lies behind it, and whose text floats in front.
    static func button() throws(ParallaxSettingError) -> Page {
        let shadow = PictureView(width: 320, height: 160, blur: 14) { canvas in
            canvas.rectangle(x: 50, y: 50, width: 220, height: 60, radius: 30)
            canvas.paint(Colour(0, 0, 0, alpha: 0.45))
        }
        let face = PictureView(width: 320, height: 160) { canvas in
            canvas.rectangle(x: 50, y: 45, width: 220, height: 70, radius: 22)
            canvas.paint([Colour(hex: 0x4facfe), Colour(hex: 0x8e44f0)], from: (50, 45), to: (270, 115))
        }
        let text = Widget.label("Tilt me", "title-1", "parallax-caption", isCentred: true)
        text.centre()
        let layers = Widget.overlay([
            try shadow.widget.parallax(amount: -16), try face.widget.parallax(amount: 10),
            try text.parallax(amount: -6),
        ])
        let count = Widget.label("Not pressed yet", "dim-label", isCentred: true)
        var presses = 0
        let button = Widget.button(layers, name: "Tilt me") {
            presses += 1
            count.setText(presses == 1 ? "Pressed once" : "Pressed \(presses) times")
        }
        button.addClass("flat")
        button.addClass("parallax-bare")
        let column = Widget.column([button, count], spacing: 24)
        column.centre()
        return Page(name: "button", title: "Motion button", widget: column, status: { count.text })
    }
}

import GTKGlue
import ParallaxGTK

extension Page {
    /// A square that goes by the device's angles.
    static func square() throws(ParallaxSettingError) -> Page {
        let motion = try ParallaxMotion(magnitude: 60)
        let square = PictureView(width: 120, height: 120) { canvas in
            canvas.rectangle(x: 0, y: 0, width: 120, height: 120, radius: 12)
            canvas.paint([Colour(hex: 0xff9966), Colour(hex: 0xff5e62)], from: (0, 0), to: (120, 120))
        }
        let moving = ParallaxView(square.widget, motion).widget
        moving.centre()
        moving.setMargin(100)
        let text = Widget.label(
            "60 points a radian: to the right with the right edge lowered, down with the top edge raised.",
            "dim-label", isCentred: true)
        text.setMargin(18)
        let column = Widget.column([moving, text])
        column.centre()
        return Page(name: "square", title: "Motion square", widget: column)
    }
}

import GTKGlue
import ParallaxGTK

extension Page {
    /// A street that one drives along.
    static func street() throws(ParallaxSettingError) -> Page {
        let clouds = try tilting(.clouds, -16), trees = try tilting(.trees, -7), car = try tilting(.car, 6)
        var chance = Chance(51)
        var items: [ScrollItem] = []
        for place in 0..<9 {
            let cloud = PictureView { $0.cloud(seed: UInt64(place + 1)) }
            let (x, y, width) = (
                Double(place) * 0.62 + chance.next(0...0.3), chance.next(0.05...0.32), chance.next(0.22...0.4)
            )
            items.append(
                ScrollItem(cloud.widget, clouds) { size in
                    let unit = min(size.height, 1.2 * size.width)
                    return LayoutRect(
                        x: x * size.width, y: y * size.height, width: width * unit,
                        height: 0.45 * width * unit)
                })
        }
        for place in 0..<16 {
            let green = Colour(hex: 0x3f8f4f).mixed(with: Colour(hex: 0x7aa63c), chance.next())
            let tree = PictureView { $0.broadleaf(green) }
            let (x, height) = (Double(place) * 0.33 + chance.next(0...0.15), chance.next(0.2...0.34))
            items.append(
                ScrollItem(tree.widget, trees) { size in
                    let high = height * size.height
                    return LayoutRect(
                        x: x * size.width, y: size.height - 80 - high, width: 0.7 * high, height: high)
                })
        }
        items.append(
            ScrollItem(PictureView { Street.road($0) }.widget, ScrollLayer.road) { size in
                let road = ScrollLayer.roadSize(in: size)
                return LayoutRect(x: 0, y: size.height - road.height, width: road.width, height: road.height)
            })
        items.append(
            ScrollItem(PictureView { Street.car($0) }.widget, car) { size in
                LayoutRect(x: size.width / 2 - 85, y: size.height - 136, width: 170, height: 85)
            })
        let view = ParallaxScrollView(
            along: .horizontal, length: { ScrollLayer.roadSize(in: $0).width }, items)
        view.widget.setAccessibleName("A street to drive along")
        // The sky stands still, whether motion is reduced or not.
        let scene = Widget.overlay([PictureView { Street.sky($0) }.widget, view.widget])
        return Page(name: "street", title: "Horizontal street", widget: scene, scroller: view.scroller)
    }

    /// The usual layer, which tilt moves too.
    private static func tilting(_ layer: ScrollLayer, _ tilt: Double) throws(ParallaxSettingError)
        -> ScrollLayer
    {
        try ScrollLayer(divisor: layer.divisor, rise: layer.rise, tilt: LayoutOffset(x: tilt, y: 0))
    }
}

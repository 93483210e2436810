import GTKGlue
import ParallaxGTK

extension Page {
    private static let layers: [(depth: Double, paint: @MainActor (Canvas) -> Void)] = [
        (1, Landscape.sky), (0.8, Landscape.peaks), (0.6, Landscape.mountains), (0.4, Landscape.hills),
        (0.15, Landscape.forest), (-0.45, Landscape.foreground),
    ]

    /// A landscape seen through the screen as through a window.
    static func landscape() throws(ParallaxSettingError) -> Page {
        var depths: [SceneLayer] = []
        for layer in layers { depths.append(try SceneLayer(depth: layer.depth)) }
        let scene = try ParallaxScene(layers: depths, travel: LayoutSize(width: 44, height: 30))
        let view = ParallaxSceneView(scene, layers.map { PictureView($0.paint).widget })
        view.widget.setAccessibleName("A landscape at dusk")
        return Page(name: "landscape", title: "Landscape", widget: view.widget)
    }
}

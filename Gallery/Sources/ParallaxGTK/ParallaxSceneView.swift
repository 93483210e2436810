public import CGtk
public import GTKGlue
public import ParallaxKit

/// Layers one behind the other, seen through the widget as through a window.
public final class ParallaxSceneView: ParallaxContainer {
    public let scene: ParallaxScene
    private var placements: [Placement]

    /// One widget for each layer of the scene, from the one farthest behind to the one in front.
    public init(_ scene: ParallaxScene, _ layers: [Widget]) {
        precondition(layers.count == scene.layers.count, "there is one widget for each layer")
        self.scene = scene
        placements = scene.layers.map { _ in .identity }
        super.init()
        for layer in layers { add(layer) }
        widget.clips = true
    }

    /// Any size will do.
    public override func measure(_ axis: GtkOrientation, other: Int) -> (minimum: Int, natural: Int) {
        measureChildren()
        return (0, 0)
    }

    public override func allocate(width: Int, height: Int) {
        let size = LayoutSize(width: Double(width), height: Double(height))
        var span = placements.mutableSpan
        scene.place(into: &span, pose: pose)
        for (place, child) in children.enumerated() {
            self.place(child, in: scene.frame(of: scene.layers[place], in: size), placements[place])
        }
    }

    public override func snapshot(_ snapshot: Snapshot) {
        for (place, child) in children.enumerated() {
            snapshot.draw(child, of: self, opacity: placements[place].opacity)
        }
    }
}

extension WidgetBody {
    /// GTK complains of children that are placed without having been asked for their size.
    func measureChildren() {
        for child in children { _ = child.measure(GTK_ORIENTATION_HORIZONTAL) }
    }
}

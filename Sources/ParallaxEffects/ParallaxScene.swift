/// Any number of layers, one behind the other, seen through the screen as through a window.
///
/// With tilt a layer is moved by depth · travel: what lies behind against the viewer offset, what floats in
/// front with it. With scrolling a layer goes 1 − depth as fast as the content: 1 at depth 0, not at all at
/// depth 1. At rest tilt moves nothing, and every layer that follows scrolling goes with the content.
public struct ParallaxScene: Hashable, Sendable {
    /// From the one farthest behind to the one in front.
    public let layers: [SceneLayer]
    /// How far a layer at depth 1 is moved at viewer offset 1, in points along each axis, 0…10⁹.
    public let travel: LayoutSize
    /// How far one can scroll along each axis, in points, 0…10⁹.
    public let scrollExtent: LayoutSize

    /// Twenty points of travel, and no scrolling.
    public init(layers: [SceneLayer]) {
        self.layers = layers
        travel = LayoutSize(width: 20, height: 20)
        scrollExtent = .zero
    }

    /// With travel and scrolling of your own, in points, each 0…10⁹.
    public init(
        layers: [SceneLayer], travel: LayoutSize, scrollExtent: LayoutSize = .zero
    ) throws(ParallaxSettingError) {
        self.layers = layers
        self.travel = LayoutSize(
            width: try Setting.checked("travel.width", travel.width, Setting.length),
            height: try Setting.checked("travel.height", travel.height, Setting.length))
        self.scrollExtent = LayoutSize(
            width: try Setting.checked("scrollExtent.width", scrollExtent.width, Setting.length),
            height: try Setting.checked("scrollExtent.height", scrollExtent.height, Setting.length))
    }

    /// One placement for each layer, in order; see `place(into:scroll:pose:)`.
    public func placements(scroll: LayoutPoint = .zero, pose: ParallaxPose) -> [Placement] {
        var placements = [Placement](repeating: .identity, count: layers.count)
        var span = placements.mutableSpan
        place(into: &span, scroll: scroll, pose: pose)
        return placements
    }

    /// Where each layer is on the screen, laid out at `frame(of:in:)`, after scrolling by `scroll` points.
    ///
    /// Asks for no memory; `placements` is as long as `layers`. Where one has scrolled beyond the extent its
    /// end counts, so that no edge shows; what is not finite counts as 0.
    public func place(
        into placements: inout MutableSpan<Placement>, scroll: LayoutPoint = .zero, pose: ParallaxPose
    ) {
        precondition(placements.count == layers.count, "there is one placement for each layer")
        let facing = pose.followedOffset
        let tilt = LayoutOffset(x: facing.x * travel.width, y: facing.y * travel.height)
        let scrolled = LayoutOffset(
            x: max(0, min(scrollExtent.width, Setting.live(scroll.x) ?? 0)),
            y: max(0, min(scrollExtent.height, Setting.live(scroll.y) ?? 0)))
        for place in layers.indices {
            let layer = layers[place]
            let depth = layer.followsTilt ? layer.depth : 0
            let pace = !layer.followsScroll ? 0 : pose.reducesMotion ? 1 : 1 - layer.depth
            placements[place] = Placement(
                offset: LayoutOffset(
                    x: -depth * tilt.x - pace * scrolled.x, y: -depth * tilt.y - pace * scrolled.y),
                scale: layer.scale, blur: layer.blur, opacity: layer.opacity)
        }
    }

    /// How far a layer must reach beyond each edge of the screen, in points as it is seen there, so that none
    /// of its own edges ever shows: for every tilt, every scrolling, and at rest.
    public func overscan(of layer: SceneLayer) -> LayoutInsets {
        let horizontal = reach(of: layer, travel: travel.width, extent: scrollExtent.width)
        let vertical = reach(of: layer, travel: travel.height, extent: scrollExtent.height)
        return LayoutInsets(
            left: horizontal.start, top: vertical.start, right: horizontal.end, bottom: vertical.end)
    }

    private func reach(of layer: SceneLayer, travel: Double, extent: Double) -> (start: Double, end: Double) {
        // A blur lets what is behind shine through along an edge.
        let fade = 2 * layer.blur
        let tilt = layer.followsTilt ? abs(layer.depth) * travel : 0
        guard layer.followsScroll else { return (tilt + fade, tilt + fade) }
        // At rest a layer goes all the way with the content, but no tilt moves it.
        return (tilt + fade, max(extent, (1 - layer.depth) * extent + tilt) + fade)
    }

    /// Where to lay a layer out in a screen of `size`, so that with its overscan, scaled, it covers the
    /// screen wherever it is placed; a size that is negative or not finite is empty.
    public func frame(of layer: SceneLayer, in size: LayoutSize) -> LayoutRect {
        let size = size.usable
        let overscan = overscan(of: layer)
        let covered = LayoutSize(
            width: overscan.left + size.width + overscan.right,
            height: overscan.top + size.height + overscan.bottom)
        var frame = LayoutRect(
            x: -overscan.left, y: -overscan.top, width: covered.width, height: covered.height)
        let center = frame.center
        frame.size = LayoutSize(width: covered.width / layer.scale, height: covered.height / layer.scale)
        frame.center = center
        return frame
    }
}

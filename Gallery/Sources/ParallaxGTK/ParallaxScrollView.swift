public import CGtk
public import GTKGlue
public import ParallaxKit

/// A widget in scrolled content.
public struct ScrollItem {
    public let widget: Widget
    /// How it moves against the content; nil moves with it.
    public let layer: ScrollLayer?
    /// Where it lies in the content, in a scroll view of a size; the upper or left edge of the content is 0.
    public let frame: (LayoutSize) -> LayoutRect

    /// An item with its place.
    public init(_ widget: Widget, _ layer: ScrollLayer? = nil, frame: @escaping (LayoutSize) -> LayoutRect) {
        self.widget = widget
        self.layer = layer
        self.frame = frame
    }
}

/// Content that scrolls, and layers that move against it.
public final class ParallaxScrollView: ParallaxContainer {
    /// Where it is scrolled to.
    public private(set) lazy var scroller = Scroller(self, along: axis)

    private let axis: ParallaxAxis
    private let items: [ScrollItem]
    private let length: (LayoutSize) -> Double
    private var placements: [Placement]
    private var laidOut: (size: LayoutSize, length: Double, frames: [LayoutRect])?

    /// Items from the one farthest behind to the one in front; `length` is how long the content is along the
    /// axis, in a scroll view of a size.
    public init(along axis: ParallaxAxis, length: @escaping (LayoutSize) -> Double, _ items: [ScrollItem]) {
        self.axis = axis
        self.items = items
        self.length = length
        placements = items.map { _ in .identity }
        super.init()
        for item in items { add(item.widget) }
        widget.clips = true
        _ = scroller
    }

    /// Any size will do.
    public override func measure(_ axis: GtkOrientation, other: Int) -> (minimum: Int, natural: Int) {
        laidOut = nil
        measureChildren()
        return (0, 0)
    }

    public override func allocate(width: Int, height: Int) {
        let size = LayoutSize(width: Double(width), height: Double(height))
        let page = axis == .horizontal ? size.width : size.height
        let (_, length, frames) = layout(in: size)
        scroller.page = page
        scroller.extent = max(0, length - page)
        let origin = -scroller.offset
        let moved = axis == .horizontal ? LayoutOffset(x: origin, y: 0) : LayoutOffset(x: 0, y: origin)
        for (place, item) in items.enumerated() {
            let placement =
                item.layer?.placement(along: axis, origin: origin, pose: pose) ?? Placement.identity
            placements[place] = placement.combined(with: Placement(offset: moved))
            self.place(item.widget, in: frames[place], placements[place])
        }
    }

    public override func snapshot(_ snapshot: Snapshot) {
        for (place, item) in items.enumerated() {
            snapshot.draw(item.widget, of: self, opacity: placements[place].opacity)
        }
    }

    /// Measured once for each size, as text takes its time.
    private func layout(
        in size: LayoutSize
    ) -> (size: LayoutSize, length: Double, frames: [LayoutRect]) {
        if let laidOut, laidOut.size == size { return laidOut }
        let layout = (size: size, length: length(size), frames: items.map { $0.frame(size) })
        laidOut = layout
        return layout
    }
}

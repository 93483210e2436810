public import CGtk
public import GTKGlue
public import ParallaxKit

/// A picture at the head of content that scrolls; it lags, stretches and blurs.
public final class ParallaxHeaderView: ParallaxContainer {
    public let header: ParallaxHeader
    /// Where it is scrolled to.
    public private(set) lazy var scroller = Scroller(self, along: .vertical)

    private let pictures: [(blur: Double, widget: Widget)]
    private let content: Widget
    private var contentHeight = 0
    private var blur = 0.0

    /// The same picture with different blurs, which are mixed: the sharp one first, the most blurred last.
    public init(_ header: ParallaxHeader, _ pictures: [(blur: Double, widget: Widget)], content: Widget) {
        precondition(pictures.first?.blur == 0, "the first picture is sharp")
        self.header = header
        self.pictures = pictures
        self.content = content
        super.init()
        for picture in pictures { add(picture.widget) }
        add(content)
        widget.clips = true
        _ = scroller
    }

    /// Any size will do.
    public override func measure(_ axis: GtkOrientation, other: Int) -> (minimum: Int, natural: Int) {
        contentHeight = 0
        measureChildren()
        return (0, 0)
    }

    public override func allocate(width: Int, height: Int) {
        if contentHeight == 0 {
            contentHeight = content.measure(GTK_ORIENTATION_VERTICAL, other: width).natural
        }
        let lowest = max(contentHeight, height - Int(header.height))
        scroller.page = Double(height)
        scroller.stretches = !pose.reducesMotion
        scroller.extent = max(0, header.height + Double(lowest) - Double(height))
        let minY = -scroller.offset
        let shown = header.appearance(minY: minY, pose: pose)
        blur = shown.placement.blur
        // Stretched about its upper edge, and as much to the sides, so that nothing in it is out of shape.
        var frame = LayoutRect(x: 0, y: minY, width: Double(width), height: header.height)
        frame.origin.y += (shown.height - header.height) / 2
        var placement = shown.placement
        placement.scale = header.height > 0 ? shown.height / header.height : 1
        for picture in pictures { place(picture.widget, in: frame, placement) }
        place(content, y: minY + header.height, width: width, height: lowest)
    }

    public override func snapshot(_ snapshot: Snapshot) {
        let next = pictures.firstIndex { $0.blur > blur } ?? pictures.count
        let sharper = pictures[max(0, next - 1)]
        snapshot.draw(sharper.widget, of: self)
        if next < pictures.count, blur > sharper.blur {
            let share = (blur - sharper.blur) / (pictures[next].blur - sharper.blur)
            snapshot.draw(pictures[next].widget, of: self, opacity: share)
        }
        snapshot.draw(content, of: self)
    }
}

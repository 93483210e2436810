import CGtk
import GTKGlue
import ParallaxGTK
import ScreenSupport
import Testing

/// All that has a window runs in here: a process has one display and one loop.
@Suite(.serialized) struct OnScreen {}

/// A child of one colour that counts what is asked of it.
func probe(_ hex: UInt32, width: Int = 0, height: Int = 0) -> PictureView {
    PictureView(width: width, height: height) { $0.fill([Colour(hex: hex)]) }
}

/// Where a colour is seen: the first and the last pixel of it, from the left and from the top.
struct Extent: Equatable {
    var left, top, right, bottom: Int

    init?(of hex: UInt32, in picture: Screenshot) {
        var found: Extent?
        for y in 0..<picture.height {
            for x in 0..<picture.width where picture.colour(x: x, y: y) == hex {
                found = Extent(
                    left: min(found?.left ?? x, x), top: min(found?.top ?? y, y),
                    right: max(found?.right ?? x, x),
                    bottom: max(found?.bottom ?? y, y))
            }
        }
        guard let found else { return nil }
        self = found
    }

    init(left: Int, top: Int, right: Int, bottom: Int) {
        self.left = left
        self.top = top
        self.right = right
        self.bottom = bottom
    }
}

extension ParallaxDriver {
    /// Lets everything follow this, and draws it.
    func hold(_ x: Double, _ y: Double, pitch: Double = 0, roll: Double = 0) throws {
        transition = 0
        substitute = ParallaxPose(viewerOffset: ViewerOffset(x: x, y: y), pitch: pitch, roll: roll)
        try settle()
    }
}

extension WidgetCounts {
    static func - (left: WidgetCounts, right: WidgetCounts) -> WidgetCounts {
        var difference = WidgetCounts()
        difference.measures = left.measures - right.measures
        difference.allocations = left.allocations - right.allocations
        difference.snapshots = left.snapshots - right.snapshots
        return difference
    }
}

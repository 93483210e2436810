public import GTKGlue
public import ParallaxKit

/// What all containers whose children move have in common: while it is on the screen its children are placed
/// anew in each frame for which the pose has changed.
open class ParallaxContainer: WidgetBody {
    public override func mapped(_ isMapped: Bool) { ParallaxDriver.shared.follow(self, isMapped) }

    /// Has what moves placed anew in the next frame.
    func queueMove() { widget.queueAllocate() }

    /// What the effects follow now.
    public var pose: ParallaxPose { ParallaxDriver.shared.pose }

    /// Places a child laid out at `frame`, which the placement moves and scales.
    func place(_ child: Widget, in frame: LayoutRect, _ placement: Placement) {
        let width = max(0, frame.size.width.rounded(.up))
        let height = max(0, frame.size.height.rounded(.up))
        // Where its size is no whole number it is larger by less than a pixel, about the same centre.
        var whole = LayoutRect(x: 0, y: 0, width: width, height: height)
        whole.center = frame.center + placement.offset
        place(
            child, x: whole.minX, y: whole.minY, width: Int(width), height: Int(height),
            scale: placement.scale)
    }
}

/// Moves one child as the device is tilted; the size is the child's.
public final class ParallaxView: ParallaxContainer {
    private let effect: (ParallaxPose) -> Placement
    private var opacity = 1.0

    /// Any effect that gives a placement for a pose.
    public init(_ child: Widget, _ effect: @escaping (ParallaxPose) -> Placement) {
        self.effect = effect
        super.init()
        add(child)
    }

    /// Moves the child's centre with the viewer offset.
    public convenience init(_ child: Widget, _ effect: Parallax) {
        self.init(child) { effect.placement(for: $0) }
    }

    /// Moves the child by the device's angles.
    public convenience init(_ child: Widget, _ effect: ParallaxMotion) {
        self.init(child) { effect.placement(for: $0) }
    }

    public override func allocate(width: Int, height: Int) {
        let placement = effect(pose)
        opacity = placement.opacity
        let frame = LayoutRect(x: 0, y: 0, width: Double(width), height: Double(height))
        for child in children { place(child, in: frame, placement) }
    }

    public override func snapshot(_ snapshot: Snapshot) {
        for child in children { snapshot.draw(child, of: self, opacity: opacity) }
    }
}

extension Widget {
    /// This, moving by ten points each way as the screen turns.
    public func parallax(direction: ParallaxDirection = .both) -> Widget {
        ParallaxView(self, Parallax(direction: direction)).widget
    }

    /// This, moving by `amount` points each way as the screen turns; a negative one turns the movement round.
    public func parallax(
        amount: Double, direction: ParallaxDirection = .both
    ) throws(ParallaxSettingError) -> Widget {
        ParallaxView(self, try Parallax(amount: amount, direction: direction)).widget
    }

    /// This, moving between bounds in points as the screen turns; see `Parallax`.
    public func parallax(
        minHorizontal: Double = -10, maxHorizontal: Double = 10, minVertical: Double = -10,
        maxVertical: Double = 10, direction: ParallaxDirection = .both
    ) throws(ParallaxSettingError) -> Widget {
        let effect = try Parallax(
            minHorizontal: minHorizontal, maxHorizontal: maxHorizontal, minVertical: minVertical,
            maxVertical: maxVertical, direction: direction)
        return ParallaxView(self, effect).widget
    }
}

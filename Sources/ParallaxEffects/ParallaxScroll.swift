/// Layers in a scroll view that move against its content as it scrolls.
///
/// `origin` is where the content's left or upper edge is, in points against the scroll view's: 0 at the
/// start, −100 after scrolling by 100. Each layer lies in the content; its placement says how it is moved in
/// there. Where it rests the offset along the axis is 0: it moves with the content. Its looks (rise, scale,
/// blur, opacity) stay.
public struct ParallaxScroll: Hashable, Sendable {
    /// Along which the content scrolls.
    public let axis: ParallaxAxis
    /// From the one farthest behind to the one in front.
    public let layers: [ScrollLayer]

    /// Any number of layers in a scroll view along one axis.
    public init(axis: ParallaxAxis, layers: [ScrollLayer]) {
        self.axis = axis
        self.layers = layers
    }

    /// A picture behind vertical content.
    public static let backdrop = ParallaxScroll(axis: .vertical, layers: [.backdrop])

    /// Clouds, trees, a road and a car in a horizontal scroll view.
    public static let drive = ParallaxScroll(axis: .horizontal, layers: [.clouds, .trees, .road, .car])

    /// One placement for each layer, in order.
    public func placements(origin: Double, pose: ParallaxPose = .resting) -> [Placement] {
        layers.map { $0.placement(along: axis, origin: origin, pose: pose) }
    }

    /// The same without asking for memory, into a span that is as long as `layers`.
    public func place(
        into placements: inout MutableSpan<Placement>, origin: Double, pose: ParallaxPose = .resting
    ) {
        precondition(placements.count == layers.count, "there is one placement for each layer")
        for place in layers.indices {
            placements[place] = layers[place].placement(along: axis, origin: origin, pose: pose)
        }
    }
}

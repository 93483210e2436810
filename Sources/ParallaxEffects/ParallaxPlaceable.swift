/// What has a centre that can be moved, in points.
///
/// Nothing else of it is touched, so its size is the one that was proposed to it. A view of a toolkit
/// conforms with a `center` that it forwards to its container.
public protocol ParallaxPlaceable {
    /// In points, in whatever space the layout is in.
    var center: LayoutPoint { get set }
}

extension LayoutRect: ParallaxPlaceable {}

extension ParallaxPlaceable {
    /// This, moving by ten points each way as the screen turns.
    public func parallax(direction: ParallaxDirection = .both) -> ParallaxPlaced<Self> {
        ParallaxPlaced(self, Parallax(direction: direction))
    }

    /// This, moving by `amount` points each way as the screen turns.
    public func parallax(
        amount: Double, direction: ParallaxDirection = .both
    ) throws(ParallaxSettingError) -> ParallaxPlaced<Self> {
        ParallaxPlaced(self, try Parallax(amount: amount, direction: direction))
    }

    /// This, moving between bounds in points as the screen turns; see `Parallax`.
    public func parallax(
        minHorizontal: Double = -10, maxHorizontal: Double = 10, minVertical: Double = -10,
        maxVertical: Double = 10, direction: ParallaxDirection = .both
    ) throws(ParallaxSettingError) -> ParallaxPlaced<Self> {
        ParallaxPlaced(
            self,
            try Parallax(
                minHorizontal: minHorizontal, maxHorizontal: maxHorizontal, minVertical: minVertical,
                maxVertical: maxVertical, direction: direction))
    }
}

/// Something with its parallax.
public struct ParallaxPlaced<Content: ParallaxPlaceable> {
    /// What is moved.
    public let content: Content
    /// How it is moved.
    public let effect: Parallax
    /// Where the centre is without the effect; set it where the layout changes.
    public var restingCenter: LayoutPoint

    /// The content, which rests where its centre is now.
    public init(_ content: Content, _ effect: Parallax) {
        self.content = content
        self.effect = effect
        restingCenter = content.center
    }

    /// The resting centre, moved.
    public func center(for pose: ParallaxPose) -> LayoutPoint { restingCenter + effect.offset(for: pose) }

    /// The content with its centre moved; where it is an object, that object.
    public func placed(for pose: ParallaxPose) -> Content {
        var moved = content
        moved.center = center(for: pose)
        return moved
    }
}

extension ParallaxPlaced: Sendable where Content: Sendable {}

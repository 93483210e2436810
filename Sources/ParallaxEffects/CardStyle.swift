/// How a card is painted; none of it moves.
///
/// It is for the toolkit, which takes the values as they are: no effect reckons with them.
public struct CardStyle: Hashable, Sendable {
    /// In points.
    public var cornerRadius = 15.0
    /// Around the card, under it.
    public var shadow = CardShadow()
    /// Black over the picture, under title and subtitle: eight stops from top to bottom.
    public var gradient = [0, 0, 0, 0, 0, 0.1, 0.5, 1].enumerated().map { place, opacity in
        GradientStop(location: Double(place) / 7, opacity: opacity)
    }
    /// Around title and subtitle, in points.
    public var textPadding = 20.0
    /// Between title and subtitle, in points.
    public var textSpacing = 4.0

    /// Rounded, with a soft shadow and a dark lower edge.
    public init() {}
}

/// A black shadow.
public struct CardShadow: Hashable, Sendable {
    /// 0…1.
    public var opacity = 0.25
    /// How far it is blurred, in points.
    public var radius = 8.0
    /// In points.
    public var offset = LayoutOffset(x: 5, y: 10)

    /// A quarter black, 5 points to the right and 10 down.
    public init() {}
}

/// One stop of a black gradient.
public struct GradientStop: Hashable, Sendable {
    /// 0 at the top … 1 at the bottom.
    public var location: Double
    /// Of black, 0…1.
    public var opacity: Double

    /// A stop at a share of the way down, with so much of black.
    public init(location: Double, opacity: Double) {
        self.location = location
        self.opacity = opacity
    }
}

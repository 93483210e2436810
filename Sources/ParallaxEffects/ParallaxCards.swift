/// A carousel of cards whose pictures move against them as they are scrolled.
public struct ParallaxCards: Hashable, Sendable {
    /// What a carousel is made with.
    public struct Settings: Hashable, Sendable {
        /// Between two cards, in points, 0…10⁹.
        public var spacing = 5.0
        /// Beside the first and the last card, in points, 0…10⁹: a card is narrower than the carousel by
        /// twice that.
        public var sidePadding = 30.0
        /// How much lower a card is than the carousel, in points, 0…10⁹.
        public var heightInset = 50.0
        /// Of the picture in its card, 0.01…100.
        public var imageScale = 1.2
        /// How far the picture is moved for each point that the card is from the left edge, 0…100.
        public var imageTravel = 1.4
        /// Of a card that is wholly out of sight, 0.01…1.
        public var transitionScale = 0.95
        /// How far the picture is moved in addition at viewer offset +1 along each axis, in points, −10⁹…10⁹.
        public var tilt = LayoutOffset.zero
        /// For how long a fling goes on, as it were at its first speed, in seconds, 0…10.
        public var flingTime = 0.5

        /// Cards as wide as the carousel but for 30 points on each side.
        public init() {}
    }

    /// Checked, so that every layout is of numbers.
    public let settings: Settings
    /// How its cards are painted.
    public var style = CardStyle()

    /// A carousel with the settings' defaults.
    public init() { settings = Settings() }

    /// A carousel with settings of your own, each in its range.
    public init(_ settings: Settings) throws(ParallaxSettingError) {
        _ = try Setting.checked("spacing", settings.spacing, Setting.length)
        _ = try Setting.checked("sidePadding", settings.sidePadding, Setting.length)
        _ = try Setting.checked("heightInset", settings.heightInset, Setting.length)
        _ = try Setting.checked("imageScale", settings.imageScale, Setting.scale)
        _ = try Setting.checked("imageTravel", settings.imageTravel, 0...100)
        _ = try Setting.checked("transitionScale", settings.transitionScale, 0.01...1)
        _ = try Setting.checked("tilt.x", settings.tilt.x)
        _ = try Setting.checked("tilt.y", settings.tilt.y)
        _ = try Setting.checked("flingTime", settings.flingTime, 0...10)
        self.settings = settings
    }

    /// Where `count` cards go in a carousel of `size`, in points; a size that is negative or not finite is
    /// empty.
    public func layout(in size: LayoutSize, count: Int) -> CardLayout {
        CardLayout(settings: settings, size: size.usable, count: count)
    }
}

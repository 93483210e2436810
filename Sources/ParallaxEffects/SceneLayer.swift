/// One layer of a scene.
public struct SceneLayer: Hashable, Sendable {
    /// What moves a layer.
    public enum Drive: Hashable, Sendable, CaseIterable {
        /// The viewer offset.
        case tilt
        /// How far one has scrolled.
        case scroll
        /// Both, added up.
        case both
    }

    /// −1…1: 0 in the plane of the screen, 1 as far behind it as the scene goes, negative in front.
    public let depth: Double
    /// What it follows; the rest does not move it.
    public let drive: Drive
    /// About its own centre, 0.01…100.
    public let scale: Double
    /// A radius in points, 0…1000.
    public let blur: Double
    /// 0…1.
    public let opacity: Double

    /// A layer with each number in its range: depth −1…1, scale 0.01…100, blur 0…1000, opacity 0…1.
    public init(
        depth: Double, drive: Drive = .tilt, scale: Double = 1, blur: Double = 0, opacity: Double = 1
    ) throws(ParallaxSettingError) {
        self.depth = try Setting.checked("depth", depth, -1...1)
        self.drive = drive
        self.scale = try Setting.checked("scale", scale, Setting.scale)
        self.blur = try Setting.checked("blur", blur, Setting.blur)
        self.opacity = try Setting.checked("opacity", opacity, Setting.opacity)
    }

    var followsTilt: Bool { drive != .scroll }
    var followsScroll: Bool { drive != .tilt }
}

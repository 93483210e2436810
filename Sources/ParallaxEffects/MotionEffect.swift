public import MotionCore

/// A direction on the screen.
public enum ParallaxAxis: Hashable, Sendable, CaseIterable {
    /// To the right.
    case horizontal
    /// Downwards.
    case vertical
}

/// What changes values as the screen turns away from the viewer.
///
/// A value is named by a key: a string as in UIKit (`"center.x"`), or a Swift key path (`\Label.center.x`).
public protocol MotionEffect<Key>: Sendable {
    /// What names a value.
    associatedtype Key: Hashable & Sendable

    /// What is to be added to each value, in its own unit, while the screen faces away by `viewerOffset`,
    /// each −1…1.
    ///
    /// Beyond that range the nearest in it counts; with what is not finite every value is 0.
    func keyPathsAndRelativeValues(for viewerOffset: ViewerOffset) -> [Key: Double]
}

extension MotionEffect {
    /// What is to be added to each value: 0 where the pose asks for less motion.
    public func keyPathsAndRelativeValues(for pose: ParallaxPose) -> [Key: Double] {
        let values = keyPathsAndRelativeValues(for: pose.viewerOffset)
        return pose.reducesMotion ? values.mapValues { _ in 0 } : values
    }

    /// `root` with each value changed that the effect names by a key path.
    public func applied<Root>(to root: Root, for pose: ParallaxPose) -> Root
    where Key == any (WritableKeyPath<Root, Double> & Sendable) {
        var changed = root
        for (keyPath, value) in keyPathsAndRelativeValues(for: pose) { changed[keyPath: keyPath] += value }
        return changed
    }
}

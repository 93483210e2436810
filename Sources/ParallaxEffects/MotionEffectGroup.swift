public import MotionCore

/// Several motion effects as one; groups too can be in it.
public struct MotionEffectGroup<Key: Hashable & Sendable>: MotionEffect {
    /// In any order.
    public var effects: [any MotionEffect<Key>]

    /// As one effect, which with none changes nothing.
    public init(_ effects: [any MotionEffect<Key>]) { self.effects = effects }

    /// Where several effects change one value, what they add is added up.
    public func keyPathsAndRelativeValues(for viewerOffset: ViewerOffset) -> [Key: Double] {
        effects.reduce(into: [:]) { values, effect in
            values.merge(effect.keyPathsAndRelativeValues(for: viewerOffset), uniquingKeysWith: +)
        }
    }
}

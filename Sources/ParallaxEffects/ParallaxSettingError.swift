/// A setting that an effect cannot be made with.
public struct ParallaxSettingError: Error, Hashable, CustomStringConvertible {
    /// The setting's name in the initialiser.
    public let setting: String
    /// What was given.
    public let value: Double
    /// What can be given.
    public let allowed: ClosedRange<Double>

    public var description: String {
        "\(setting) cannot be \(value): give a number from \(allowed.lowerBound) to \(allowed.upperBound)"
    }
}

/// What every setting is measured by before an effect is made.
enum Setting {
    /// No screen has as many points; sums and products of such numbers stay finite.
    static let limit = 1e9
    static let number = -limit...limit
    static let length = 0...limit
    static let scale = 0.01...100
    static let blur = 0.0...1_000
    static let opacity = 0.0...1

    /// The `value` of `setting`, which refuses what is not `allowed`, so also what is not finite.
    static func checked(
        _ setting: String, _ value: Double, _ allowed: ClosedRange<Double> = number
    ) throws(ParallaxSettingError) -> Double {
        guard allowed.contains(value) else {
            throw ParallaxSettingError(setting: setting, value: value, allowed: allowed)
        }
        return value
    }

    /// Where a scroll view or a card is, or nil where that is no number that can be followed.
    static func live(_ position: Double) -> Double? { number.contains(position) ? position : nil }
}

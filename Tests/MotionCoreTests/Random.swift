import MotionCore
import TestSupport

extension Vector3 {
    /// Each component within ±1.
    static func random(using random: inout SplitMix64) -> Vector3 {
        Vector3(
            .random(in: -1...1, using: &random), .random(in: -1...1, using: &random),
            .random(in: -1...1, using: &random))
    }
}

extension Quaternion {
    /// A turn by up to π about any axis.
    static func random(using random: inout SplitMix64) -> Quaternion {
        let axis = Vector3.random(using: &random).normalized ?? .unitX
        return Quaternion(rotationVector: .random(in: -Double.pi...Double.pi, using: &random) * axis)
    }
}

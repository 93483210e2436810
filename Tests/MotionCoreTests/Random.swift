import MotionCore

/// Sebastiano Vigna's SplitMix64: the same numbers on each run.
struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

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

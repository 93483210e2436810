/// Numbers that look like chance and are the same each time.
struct Chance {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func next(_ range: ClosedRange<Double> = 0...1) -> Double {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return range.lowerBound + Double(state >> 11) * 0x1p-53 * (range.upperBound - range.lowerBound)
    }
}

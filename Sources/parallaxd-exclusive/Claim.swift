/// Whether iio-sensor-proxy wants the accelerometer: then it opens the input device for a moment every 0.7 s,
/// and of the end it says nothing.
struct Claim {
    /// Without an opening for so long, in nanoseconds, the claim is over.
    static let patience: Int64 = 2_500_000_000

    /// When it is over unless it is renewed, on `CLOCK_MONOTONIC` in nanoseconds; nil without a claim.
    private(set) var end: Int64?
    private let patience: Int64

    init(patience: Int64 = Claim.patience) { self.patience = patience }

    mutating func renew(at now: Int64) { end = now + patience }

    /// Whether there is one; an end that has come ends it.
    mutating func isHeld(at now: Int64) -> Bool {
        if let end, now >= end { self.end = nil }
        return end != nil
    }
}

/// How an offset is to be smoothed.
package enum Smoothing: Hashable, Sendable {
    case none
    /// Quiet in the hand, without a lag that is felt.
    case `default`
    /// A first-order low-pass that comes 63 % through a step in so many seconds.
    case timeConstant(Double)
}

/// Lets an offset through once it is far enough from the last one that went through.
package struct DeadBand: Sendable {
    /// How far an offset must be from the last.
    package let width: Double
    private var last: ViewerOffset?

    /// With a `width` of 0 whatever differs goes through.
    package init(width: Double) { self.width = width }

    /// Whether `offset` goes through; the first one does.
    package mutating func passes(_ offset: ViewerOffset) -> Bool {
        if let last, (offset - last).length <= width { return false }
        last = offset
        return true
    }
}

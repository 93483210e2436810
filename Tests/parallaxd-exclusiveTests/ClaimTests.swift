import Testing

@testable import parallaxd_exclusive

/// In `#expect` a claim would be a constant.
private func held(_ claim: inout Claim, at now: Int64) -> Bool { claim.isHeld(at: now) }

@Suite struct ClaimTests {
    private static let second: Int64 = 1_000_000_000

    @Test func `lasts as long as the device is opened, and 2.5 s`() {
        var claim = Claim()
        #expect(!held(&claim, at: 0))
        // As the proxy opens it in a claim of six seconds.
        let openings = (0..<9).map { 5 * Self.second + $0 * Self.second * 7 / 10 }
        for (opening, next) in zip(openings, openings.dropFirst()) {
            claim.renew(at: opening)
            #expect(held(&claim, at: next - 1))
        }
        claim.renew(at: openings[8])
        let end = openings[8] + Self.second * 5 / 2
        #expect(claim.end == end)
        #expect(held(&claim, at: end - 1))
        #expect(!held(&claim, at: end))
        #expect(claim.end == nil)
        #expect(!held(&claim, at: end - 1), "what is over is over")
    }

    @Test func `begins anew`() {
        var claim = Claim()
        claim.renew(at: 0)
        #expect(!held(&claim, at: 10 * Self.second))
        claim.renew(at: 20 * Self.second)
        #expect(held(&claim, at: 22 * Self.second))
    }
}

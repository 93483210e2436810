import Testing

@testable import ParallaxKit

@Suite struct BackOffTests {
    @Test func `grows from hundredths of a second to one second`() {
        var backOff = BackOff()
        let waits = (0..<12).map { _ in backOff.wait() }
        #expect(waits[0] == 0.01)
        #expect(zip(waits, waits.dropFirst()).allSatisfy { $1 == min(2 * $0, 1) })
        #expect(waits.last == 1)
    }
}

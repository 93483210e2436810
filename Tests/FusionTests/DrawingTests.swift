import Foundation
import Testing

@testable import tilt_bench

@Suite struct DrawingTests {
    @Test func `the drawing in docs is of this code: docs/tilt-drawing makes it anew`() throws {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let file = tests.deletingLastPathComponent().appending(path: "docs/tilt.svg")
        #expect(try String(contentsOf: file, encoding: .utf8) == drawing() + "\n")
    }
}

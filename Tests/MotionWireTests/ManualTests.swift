import MotionCore
import TestSupport
import Testing

@testable import MotionWire

@Suite struct ManualTests {
    @Test func `the manual explains every request, key and error of the protocol, and no other`() throws {
        let manual = try Manual("parallaxd-protocol.7")
        #expect(manual.terms("REQUESTS") == Request.Command.names)
        let everything = Subscription(
            rate: 1, samples: true, format: .json, fields: [], followsScreen: true, angle: .zero,
            smoothing: .default, deadBand: 0)
        #expect(manual.terms("KEYS OF SUBSCRIBE") == everything.members.map(\.key))
        let errors = manual.terms("ERRORS").flatMap { $0.split(separator: ", ").map(String.init) }
        #expect(errors.sorted() == RequestError.Code.allCases.map(\.rawValue).sorted())
        let values = View.Format.allCases.map(\.rawValue) + View.Field.allCases.map(\.rawValue)
        #expect(manual.boldWords("KEYS OF SUBSCRIBE").isSuperset(of: values))
    }
}

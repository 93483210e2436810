import MotionCore
import Testing

@testable import MotionWire

@Suite struct RequestTests {
    private static let full = Subscription(
        format: .binary, fields: View.Field.allCases, followsScreen: true, angle: .threeQuarters,
        smoothing: .timeConstant(0.25), deadBand: 0.01)
    private static let other = Subscription(
        format: .memfd, fields: [], followsScreen: false, angle: .zero, smoothing: Smoothing.none, deadBand: 0
    )

    private func read(_ line: String) throws(RequestError) -> Request { try Request(line: Array(line.utf8)) }

    @Test(arguments: [
        Request(.status), Request(id: 7, .ping), Request(id: "a", .recenter(everybody: true)),
        Request(id: "", .status),
        Request(id: .int(.min), .subscribe(Subscription())),
        Request(.subscribe(Subscription(rate: 59.94))),
        Request(id: 1, .subscribe(Subscription(rate: 240, samples: true))),
        Request(.subscribe(Subscription(samples: false))), Request(.recenter(everybody: false)),
        Request(id: 2, .pause), Request(.resume), Request(.devices), Request(.subscribe(full)),
        Request(.subscribe(other)),
    ])
    func `what a client sends is read as it was`(request: Request) throws {
        #expect(try Request(line: request.json.line.dropLast()) == request)
    }

    @Test func `keys that are not known are passed over`() throws {
        #expect(try read(#"{"cmd":"ping","colour":"blue","id":null}"#) == Request(.ping))
    }

    @Test(
        arguments: [
            ("{", .badJSON), ("hello", .badJSON), ("{}x", .badJSON),
            ("[]", .badRequest), ("null", .badRequest), ("\"status\"", .badRequest), ("1", .badRequest),
            ("{}", .badRequest), (#"{"cmd":1}"#, .badRequest), (#"{"cmd":null}"#, .badRequest),
            (#"{"cmd":"subscribe","rate":0.99}"#, .badRequest),
            (#"{"cmd":"subscribe","rate":240.01}"#, .badRequest),
            (#"{"cmd":"subscribe","rate":"60"}"#, .badRequest),
            (#"{"cmd":"subscribe","rate":null}"#, .badRequest),
            (#"{"cmd":"subscribe","samples":1}"#, .badRequest),
            (#"{"cmd":"subscribe","samples":"yes"}"#, .badRequest),
            (#"{"cmd":"status","id":1.5}"#, .badRequest), (#"{"cmd":"status","id":true}"#, .badRequest),
            (#"{"cmd":"status","id":[1]}"#, .badRequest), (#"{"cmd":"status","id":{}}"#, .badRequest),
            (#"{"cmd":"dance"}"#, .unknownCommand), (#"{"cmd":""}"#, .unknownCommand),
            (#"{"cmd":"Status"}"#, .unknownCommand),
            (#"{"cmd":"subscribe","format":"xml"}"#, .badRequest),
            (#"{"cmd":"subscribe","format":1}"#, .badRequest),
            (#"{"cmd":"subscribe","fields":"x"}"#, .badRequest),
            (#"{"cmd":"subscribe","fields":["x","z"]}"#, .badRequest),
            (#"{"cmd":"subscribe","fields":["x","x"]}"#, .badRequest),
            (#"{"cmd":"subscribe","fields":[1]}"#, .badRequest),
            (#"{"cmd":"subscribe","frame":"world"}"#, .badRequest),
            (#"{"cmd":"subscribe","frame":90}"#, .badRequest),
            (#"{"cmd":"subscribe","angle":45}"#, .badRequest),
            (#"{"cmd":"subscribe","angle":-90}"#, .badRequest),
            (#"{"cmd":"subscribe","angle":90.5}"#, .badRequest),
            (#"{"cmd":"subscribe","angle":"90"}"#, .badRequest),
            (#"{"cmd":"subscribe","smoothing":"much"}"#, .badRequest),
            (#"{"cmd":"subscribe","smoothing":0}"#, .badRequest),
            (#"{"cmd":"subscribe","smoothing":10.1}"#, .badRequest),
            (#"{"cmd":"subscribe","smoothing":null}"#, .badRequest),
            (#"{"cmd":"subscribe","deadband":-0.1}"#, .badRequest),
            (#"{"cmd":"subscribe","deadband":1.1}"#, .badRequest),
            (#"{"cmd":"subscribe","deadband":"0"}"#, .badRequest),
            (#"{"cmd":"recenter","scope":"me"}"#, .badRequest),
            (#"{"cmd":"recenter","scope":1}"#, .badRequest),
            (#"{"cmd":"subscribe","rate":1e308}"#, .badRequest),
        ] as [(String, RequestError.Code)])
    func `what cannot be done is answered with its code`(line: String, code: RequestError.Code) {
        let error = #expect(throws: RequestError.self) { try read(line) }
        #expect(error?.code == code)
        #expect(error?.message.isEmpty == false)
    }

    @Test(arguments: [("1", 1), ("\"x\"", "x")] as [(String, JSON)])
    func `an error brings the id of the request back`(id: String, expected: JSON) throws {
        let error = #expect(throws: RequestError.self) { try read("{\"id\":\(id),\"cmd\":\"dance\"}") }
        let reply = try #require(error).json
        #expect(reply["id"] == expected)
        #expect(reply["ok"] == false)
        #expect(reply["error"]?["code"] == "unknown-command")
    }

    @Test func `an id is at most 64 bytes, not characters`() throws {
        let longest = String(repeating: "ä", count: 32)
        #expect(try read("{\"id\":\"\(longest)\",\"cmd\":\"ping\"}").id == .string(longest))
        let error = #expect(throws: RequestError.self) {
            try read("{\"id\":\"\(longest)x\",\"cmd\":\"ping\"}")
        }
        #expect(error?.id == nil)
    }

    @Test func `a reply has the id of its request and what was asked for`() {
        let reply = Request(id: 5, .ping).reply([JSON.Member("a", 1)])
        #expect(reply == ["type": "reply", "id": 5, "ok": true, "a": 1])
        #expect(Request(.ping).reply() == ["type": "reply", "ok": true])
    }
}

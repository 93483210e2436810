package import MotionCore

/// A line from the daemon, as a client reads it.
package enum Message: Hashable, Sendable {
    case hello(Hello)
    case tilt(Frame)
    case state(StateChange)
    case sample(Scan)
    /// Samples that were lost because this client did not read in time.
    case gap(lost: Int64)
    case reply(Reply)
    /// A line of a type that this version does not know: to be ignored.
    case unknown

    package struct Reply: Hashable, Sendable {
        package let id: JSON?
        /// Nil where the request was carried out.
        package let error: RequestError?
        /// All of the line.
        package let json: JSON
    }

    /// Reads one line. Throws where it is no line of the protocol.
    package init(line: some Collection<UInt8>) throws(JSONError) {
        let json = try JSON(line)
        let message: Message? =
            switch json["type"]?.string {
            case "tilt": Frame(json).map(Message.tilt)
            case "sample": Scan(json).map(Message.sample)
            case "state": StateChange(json).map(Message.state)
            case "hello": Hello(json).map(Message.hello)
            case "reply": Reply(json).map(Message.reply)
            case "gap": json["lost"]?.int.map(Message.gap)
            case .some: .unknown
            case nil: nil
            }
        guard let message else { throw JSONError(message: "a line without what its type needs") }
        self = message
    }
}

extension Message.Reply {
    init?(_ json: JSON) {
        guard let ok = json["ok"]?.bool else { return nil }
        let problem = json["error"]
        let code = problem?["code"]?.string.flatMap(RequestError.Code.init) ?? .badRequest
        let message = problem?["message"]?.string ?? "no reason given"
        self.init(
            id: json["id"], error: ok ? nil : RequestError(code, message, id: json["id"]), json: json)
    }
}

/// What a client asks for.
package struct Request: Hashable, Sendable {
    package enum Command: Hashable, Sendable {
        case subscribe(Subscription)
        case status
        case ping
        case recenter
    }

    /// Comes back with the reply: an integer, or a string of at most 64 bytes.
    package let id: JSON?
    package let command: Command

    package init(id: JSON? = nil, _ command: Command) {
        self.id = id
        self.command = command
    }

    /// Reads one line.
    package init(line: some Collection<UInt8>) throws(RequestError) {
        let json: JSON
        do throws(JSONError) { json = try JSON(line) } catch {
            throw RequestError(.badJSON, "this line is no JSON: \(error.message)")
        }
        guard case .object = json else {
            throw RequestError(.badRequest, "a request is a JSON object such as {\"cmd\":\"status\"}")
        }
        let id = try identifier(in: json)
        do throws(RequestError) { self.init(id: id, try requestedCommand(in: json)) } catch {
            throw RequestError(error.code, error.message, id: id)
        }
    }

    /// The request as a client sends it.
    package var json: JSON {
        let identifier = id.map { [JSON.Member("id", $0)] } ?? []
        switch command {
        case .subscribe(let subscription):
            return .object([JSON.Member("cmd", "subscribe")] + identifier + subscription.members)
        case .status: return .object([JSON.Member("cmd", "status")] + identifier)
        case .ping: return .object([JSON.Member("cmd", "ping")] + identifier)
        case .recenter: return .object([JSON.Member("cmd", "recenter")] + identifier)
        }
    }
}

/// What a client wants to receive; nil leaves it as it is.
package struct Subscription: Hashable, Sendable {
    /// Frames a second that can be asked for.
    package static let rates = 1.0...240.0

    /// Frames a second.
    package var rate: Double?
    /// Whether every sample is sent too.
    package var samples: Bool?

    package init(rate: Double? = nil, samples: Bool? = nil) {
        self.rate = rate
        self.samples = samples
    }

    fileprivate var members: [JSON.Member] {
        (rate.map { [JSON.Member("rate", .number($0))] } ?? [])
            + (samples.map { [JSON.Member("samples", .bool($0))] } ?? [])
    }
}

/// A request that cannot be answered as it was meant.
package struct RequestError: Error, Hashable, Sendable {
    package enum Code: String, Hashable, Sendable {
        case badJSON = "bad-json"
        case badRequest = "bad-request"
        case unknownCommand = "unknown-command"
        case unsupported
        case denied
        case tooLong = "too-long"
        case tooMany = "too-many"
    }

    package let code: Code
    package let message: String
    package let id: JSON?

    package init(_ code: Code, _ message: String, id: JSON? = nil) {
        self.code = code
        self.message = message
        self.id = id
    }

    /// The reply that tells the client.
    package var json: JSON {
        let problem: JSON = ["code": .string(code.rawValue), "message": .string(message)]
        return .object(
            [JSON.Member("type", "reply")] + (id.map { [JSON.Member("id", $0)] } ?? [])
                + [JSON.Member("ok", false), JSON.Member("error", problem)])
    }
}

extension Request {
    /// The reply to this request with what was asked for.
    package func reply(_ members: [JSON.Member] = []) -> JSON {
        .object(
            [JSON.Member("type", "reply")] + (id.map { [JSON.Member("id", $0)] } ?? [])
                + [JSON.Member("ok", true)] + members)
    }
}

private func identifier(in json: JSON) throws(RequestError) -> JSON? {
    switch json["id"] {
    case nil, .null: return nil
    case .int(let value): return .int(value)
    case .string(let value) where value.utf8.count <= 64: return .string(value)
    default: throw RequestError(.badRequest, "id must be an integer or a string of at most 64 bytes")
    }
}

private func requestedCommand(in json: JSON) throws(RequestError) -> Request.Command {
    guard let name = json["cmd"]?.string else {
        throw RequestError(.badRequest, "cmd must be a string such as \"subscribe\"")
    }
    switch name {
    case "subscribe": return .subscribe(try subscription(in: json))
    case "status": return .status
    case "ping": return .ping
    case "recenter": return .recenter
    default:
        throw RequestError(
            .unknownCommand, "there is no command \"\(name)\"; there are subscribe, status, ping, recenter")
    }
}

private func subscription(in json: JSON) throws(RequestError) -> Subscription {
    var subscription = Subscription()
    if let value = json["rate"] {
        guard let rate = value.number, Subscription.rates.contains(rate) else {
            throw RequestError(.badRequest, "rate must be a number from 1 to 240")
        }
        subscription.rate = rate
    }
    if let value = json["samples"] {
        guard let samples = value.bool else {
            throw RequestError(.badRequest, "samples must be true or false")
        }
        subscription.samples = samples
    }
    for key in ["format", "fields", "frame", "angle", "smoothing", "deadband"] where json[key] != nil {
        throw RequestError(.unsupported, "this version does not know how to do \"\(key)\"")
    }
    return subscription
}

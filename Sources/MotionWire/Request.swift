/// What a client asks for.
package struct Request: Hashable, Sendable {
    /// Bytes of a line with its line feed.
    package static let longest = 4096

    package enum Command: Hashable, Sendable {
        case subscribe(Subscription)
        /// No frames until `resume`.
        case pause
        case resume
        /// For every client, or only for the one that asks.
        case recenter(everybody: Bool)
        case status
        case devices
        case ping
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
        do throws(RequestError) { self.init(id: id, try Command(json)) } catch {
            throw RequestError(error.code, error.message, id: id)
        }
    }

    /// The request as a client sends it.
    package var json: JSON {
        .object(
            [JSON.Member("cmd", .string(command.name))] + (id.map { [JSON.Member("id", $0)] } ?? [])
                + command.members)
    }
}

extension Request.Command {
    static let names = ["subscribe", "pause", "resume", "recenter", "status", "devices", "ping"]

    fileprivate var name: String {
        switch self {
        case .subscribe: "subscribe"
        case .pause: "pause"
        case .resume: "resume"
        case .recenter: "recenter"
        case .status: "status"
        case .devices: "devices"
        case .ping: "ping"
        }
    }

    fileprivate var members: [JSON.Member] {
        switch self {
        case .subscribe(let subscription): subscription.members
        case .recenter(everybody: false): [JSON.Member("scope", "client")]
        default: []
        }
    }

    fileprivate init(_ json: JSON) throws(RequestError) {
        guard let name = json["cmd"]?.string else {
            throw RequestError(.badRequest, "cmd must be a string such as \"subscribe\"")
        }
        switch name {
        case "subscribe": self = .subscribe(try Subscription(json))
        case "pause": self = .pause
        case "resume": self = .resume
        case "recenter": self = .recenter(everybody: try isForEverybody(json["scope"]))
        case "status": self = .status
        case "devices": self = .devices
        case "ping": self = .ping
        default:
            let known = Self.names.joined(separator: ", ")
            throw RequestError(.unknownCommand, "there is no command \"\(name)\"; there are \(known)")
        }
    }
}

private func isForEverybody(_ scope: JSON?) throws(RequestError) -> Bool {
    switch scope {
    case nil, "all": return true
    case "client": return false
    default: throw RequestError(.badRequest, "scope must be \"all\" or \"client\"")
    }
}

/// A request that cannot be answered as it was meant.
package struct RequestError: Error, Hashable, Sendable {
    package enum Code: String, Hashable, Sendable, CaseIterable {
        case badJSON = "bad-json"
        case badRequest = "bad-request"
        case unknownCommand = "unknown-command"
        case unsupported
        case denied
        case tooLong = "too-long"
        case tooMany = "too-many"
        case unavailable
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

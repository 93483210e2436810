import MotionWire

/// What a client may not exceed; each is counted by itself.
enum Limit: String, Hashable, CaseIterable {
    /// Clients at once.
    case clients
    /// Clients at once of one user, other than root and the daemon's own.
    case userClients = "user_clients"
    /// Bytes of a request.
    case lineLength = "line_length"
    /// Requests a second.
    case requestRate = "request_rate"
    /// Bytes of replies that wait.
    case unsentReplies = "unsent_replies"
    /// How long a client may take nothing of what waits for it.
    case patience

    /// What a client that exceeded it is told before it is closed.
    var error: RequestError {
        switch self {
        case .clients: RequestError(.tooMany, "no room for more clients")
        case .userClients:
            RequestError(.tooMany, "\(Publisher.userLimit) clients of this user are connected already")
        case .lineLength:
            RequestError(.tooLong, "a request has at most \(Request.longest) bytes with its line feed")
        case .requestRate: RequestError(.tooMany, "at most \(Connection.requestLimit) requests a second")
        case .unsentReplies: RequestError(.tooMany, "replies pile up: read what was asked for")
        case .patience: RequestError(.tooMany, "30 seconds without reading anything")
        }
    }
}

package import LinuxIO
package import MotionCore
package import MotionWire

/// Serves any number of clients on one socket; none slows another.
package final class Publisher {
    /// Frames a second until a client asks otherwise.
    package static let defaultRate = 60.0
    /// Clients at once.
    package static let clientLimit = 1024
    /// As many as a line has room for.
    private static let listedClients = 256

    /// A request that the publisher cannot answer by itself.
    package struct Question {
        package let client: UInt64
        package let request: Request
    }

    private let server: ServerSocket
    private let poller: Poller
    private let clientLimit: Int
    private let hello: () -> Hello
    private let admits: (PeerCredentials) -> Bool
    private var connections: [UInt64: Connection] = [:]
    private var nextClient: UInt64

    /// Clients get tokens of the poller from `firstClient` on. `hello` makes the first line of each
    /// connection, `admits` says who may connect.
    package init(
        server: consuming ServerSocket, poller: Poller, serverToken: UInt64, firstClient: UInt64,
        clientLimit: Int = Publisher.clientLimit, hello: @escaping () -> Hello,
        admits: @escaping (PeerCredentials) -> Bool
    ) throws(Errno) {
        try poller.add(server.descriptor, token: serverToken)
        self.server = server
        self.poller = poller
        self.clientLimit = clientLimit
        self.hello = hello
        self.admits = admits
        nextClient = firstClient
    }

    package var hasClients: Bool { !connections.isEmpty }

    package var wantsSamples: Bool { connections.values.contains { $0.wantsSamples } }

    /// Frames a second of the fastest client; nil without clients.
    package var fastestRate: Double? { connections.values.map(\.rate).max() }

    /// Takes in the clients that wait.
    package func accept() throws(Errno) {
        while let socket = try server.accept() { try admit(socket) }
    }

    private func admit(_ socket: consuming UnixSocket) throws(Errno) {
        let peer = try socket.peer()
        let client = nextClient
        nextClient += 1
        connections[client] = Connection(socket, peer: peer)
        attempt(client) { connection throws(Connection.Farewell) in
            guard admits(peer) else {
                throw .expelled(
                    RequestError(
                        .denied,
                        "motion is for root, the daemon's user and users at the active seat, not for user "
                            + "\(peer.uid)"))
            }
            guard connections.count <= clientLimit else {
                throw .expelled(RequestError(.tooMany, "\(clientLimit) clients are connected already"))
            }
            try connection.reply(hello().json)
        }
    }

    /// Handles a client's turn and returns the requests left for its owner to answer.
    package func serve(_ ready: Poller.Ready) -> [Question] {
        var questions: [Question] = []
        attempt(ready.token) { connection throws(Connection.Farewell) in
            if ready.isReadable {
                try connection.receive()
                while let line = try connection.nextLine() {
                    guard let request = try answer(line, on: connection) else { continue }
                    questions.append(Question(client: ready.token, request: request))
                }
            }
            if ready.isHungUp { throw .gone }
            if ready.isWritable { try connection.flush() }
        }
        return questions
    }

    /// Answers what needs nothing but the connection; returns the request otherwise.
    private func answer(
        _ line: ArraySlice<UInt8>, on connection: Connection
    ) throws(Connection.Farewell) -> Request? {
        let request: Request
        do throws(RequestError) { request = try Request(line: line) } catch {
            try connection.reply(error.json)
            return nil
        }
        switch request.command {
        case .ping:
            try connection.reply(request.reply())
        case .subscribe(let subscription):
            connection.apply(subscription)
            let rate = JSON.Member("rate", .number(connection.rate))
            try connection.reply(
                request.reply([rate, JSON.Member("samples", .bool(connection.wantsSamples))]))
        case .status, .recenter:
            return request
        }
        return nil
    }

    package func reply(_ json: JSON, to client: UInt64) {
        attempt(client) { connection throws(Connection.Farewell) in try connection.reply(json) }
    }

    /// Tells every client, or each one as soon as it has read what came before.
    package func announce(_ change: StateChange) {
        let line = change.json.line
        attemptAll { connection throws(Connection.Farewell) in try connection.send(state: line) }
    }

    /// Sends the frame of a tick to the clients it is due for; without a frame, only the states that wait.
    /// `ticks`: how many passed since the last time, of `tickRate` a second.
    package func publish(_ frame: Frame?, ticks: Int64 = 1, tickRate: Double) {
        var line: [UInt8] = []
        frame?.append(to: &line)
        attemptAll { connection throws(Connection.Farewell) in
            try connection.flushState()
            let isDue = connection.isDue(after: Double(ticks) / tickRate)
            if isDue, !line.isEmpty { try connection.send(frame: line) }
        }
    }

    package func publish(_ scan: Scan) {
        var line: [UInt8] = []
        scan.append(to: &line)
        attemptAll { connection throws(Connection.Farewell) in
            if connection.wantsSamples { try connection.send(sample: line) }
        }
    }

    package var clientCount: Int { connections.count }

    /// The clients for `status`, the oldest first.
    package var clients: JSON {
        .array(
            connections.sorted { $0.key < $1.key }.prefix(Publisher.listedClients).map { _, connection in
                [
                    "pid": .int(Int64(connection.peer.pid)), "uid": .int(Int64(connection.peer.uid)),
                    "program": .string(connection.program), "rate": .number(connection.rate),
                    "samples": .bool(connection.wantsSamples), "sent": .int(connection.framesSent),
                    "skipped": .int(connection.framesSkipped), "lost": .int(connection.samplesLost),
                ]
            })
    }

    private func attemptAll(_ action: (Connection) throws(Connection.Farewell) -> Void) {
        for client in connections.keys { attempt(client, action) }
    }

    /// Does something with a client, and closes it when that fails.
    private func attempt(_ client: UInt64, _ action: (Connection) throws(Connection.Farewell) -> Void) {
        guard let connection = connections[client] else { return }
        do throws(Connection.Farewell) {
            try action(connection)
            try watch(connection, as: client)
        } catch {
            if case .expelled(let reason) = error { connection.sendLast(reason.json) }
            connections[client] = nil
        }
    }

    private func watch(_ connection: Connection, as client: UInt64) throws(Connection.Farewell) {
        let wanted = connection.wantedInterest
        guard wanted != connection.interest else { return }
        do throws(Errno) {
            if connection.interest == nil {
                try poller.add(connection.descriptor, token: client, for: wanted)
            } else {
                try poller.change(connection.descriptor, token: client, to: wanted)
            }
        } catch {
            throw .gone
        }
        connection.interest = wanted
    }
}

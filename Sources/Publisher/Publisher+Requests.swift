package import LinuxIO
import MotionCore
package import MotionWire

extension Publisher {
    /// Handles a client's turn: replies come in the order of the requests, `owner` makes those to what the
    /// publisher cannot answer.
    package func serve(_ ready: Poller.Ready, _ owner: (Question) -> JSON) {
        attempt(ready.token) { connection throws(Connection.Farewell) in
            if ready.isReadable {
                try connection.receive()
                while let line = try connection.nextLine() {
                    guard let request = try answer(line, of: ready.token, on: connection) else { continue }
                    try connection.reply(owner(Question(client: ready.token, request: request)))
                }
            }
            if ready.isHungUp { throw .gone }
            if ready.isWritable { try connection.flush() }
        }
    }

    /// Answers what needs nothing but the connection; returns the request otherwise.
    private func answer(
        _ line: ArraySlice<UInt8>, of client: UInt64, on connection: Connection
    ) throws(Connection.Farewell) -> Request? {
        let request: Request
        do throws(RequestError) { request = try Request(line: line) } catch {
            try refuse(error, on: connection)
            return nil
        }
        switch request.command {
        case .ping: try connection.reply(request.reply())
        case .pause, .resume:
            connection.isPaused = request.command == .pause
            roster = nil
            try connection.reply(request.reply())
        case .subscribe(let subscription):
            try apply(connection.preferences.applying(subscription), for: request, on: connection)
            if connection.preferences.wantsSamples {
                sampleClients.insert(client)
            } else {
                sampleClients.remove(client)
            }
        case .recenter(everybody: false) where connection.preferences.view.format == .memfd:
            let reason = "shared memory is for several clients: recenter for all, or get frames on the socket"
            try refuse(RequestError(.unsupported, reason, id: request.id), on: connection)
        case .recenter(let everybody):
            if !everybody { connection.hasOwnNeutral = true }
            roster = nil
            return request
        case .status, .devices: return request
        }
        return nil
    }

    private func refuse(_ error: RequestError, on connection: Connection) throws(Connection.Farewell) {
        refusals.count(as: error.code)
        try connection.reply(error.json)
    }

    /// The reply still comes in the format from before.
    private func apply(
        _ new: Preferences, for request: Request, on connection: Connection
    ) throws(Connection.Farewell) {
        let reply = request.reply(new.members)
        var memory: SharedMemory?
        if new.view.format == .memfd {
            memory = owner.memory(new.view)
            guard let memory, try connection.reply(reply, with: memory.descriptor) else {
                let reason = "no shared memory now: read what waits and ask again"
                return try refuse(RequestError(.unsupported, reason, id: request.id), on: connection)
            }
        } else {
            try connection.reply(reply)
        }
        connection.adopt(new, memory: memory)
        roster = nil
    }
}

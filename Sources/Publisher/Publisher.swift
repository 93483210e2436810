package import LinuxIO
package import MotionWire

/// Serves any number of clients on one socket; none slows another.
package final class Publisher {
    /// Frames a second until a client asks otherwise.
    package static let defaultRate = 60.0
    /// Clients at once.
    package static let clientLimit = 1024
    /// Clients at once of one user, other than root and the daemon's own.
    package static let userLimit = 64

    /// A request that the publisher cannot answer by itself.
    package struct Question {
        package let client: UInt64
        package let request: Request
    }

    /// What the publisher has to ask its owner.
    package struct Owner {
        /// Makes the first line of each connection.
        package let hello: () -> Hello
        /// Says who may connect.
        package let admits: (PeerCredentials) -> Bool
        /// The shared memory that holds the newest frame for a view; nil where there is none to be had.
        package let memory: (View) -> SharedMemory?

        package init(
            hello: @escaping () -> Hello, admits: @escaping (PeerCredentials) -> Bool,
            memory: @escaping (View) -> SharedMemory?
        ) {
            self.hello = hello
            self.admits = admits
            self.memory = memory
        }
    }

    let server: ServerSocket
    let poller: Poller
    let clientLimit: Int
    let owner: Owner
    var connections: [UInt64: Connection] = [:]
    /// By the slots of the connections.
    var streams = Streams()
    /// Clients for which something waits.
    var unsent: Set<UInt64> = []
    /// What follows from who is connected and what they want; nil when that has changed.
    var roster: Roster?
    private var nextClient: UInt64
    /// Clients that get samples.
    var sampleClients: Set<UInt64> = []
    /// How often a client was refused something.
    var refusals = Refusals()

    /// Clients get tokens of the poller from `firstClient` on.
    package init(
        server: consuming ServerSocket, poller: Poller, serverToken: UInt64, firstClient: UInt64,
        clientLimit: Int = Publisher.clientLimit, owner: Owner
    ) throws(Errno) {
        try poller.add(server.descriptor, token: serverToken)
        self.server = server
        self.poller = poller
        self.clientLimit = clientLimit
        self.owner = owner
        nextClient = firstClient
    }

    package var hasClients: Bool { !connections.isEmpty }

    package func isConnected(_ client: UInt64) -> Bool { connections[client] != nil }

    /// Takes in the clients that wait.
    package func accept() throws(Errno) {
        while let socket = try server.accept() { try admit(socket) }
    }

    private func admit(_ socket: consuming UnixSocket) throws(Errno) {
        let peer = try socket.peer()
        let client = nextClient
        nextClient += 1
        let slot = streams.add(Stream(client: client, socket: socket.descriptor))
        connections[client] = Connection(socket, peer: peer, slot: slot)
        roster = nil
        attempt(client) { connection throws(Connection.Farewell) in
            try check(peer)
            guard connections.count <= clientLimit else { throw .exceeded(.clients) }
            let isOrdinary = peer.uid != 0 && peer.uid != ownUser
            let fellows = isOrdinary ? connections.values.count { $0.peer.uid == peer.uid } : 0
            guard fellows <= Publisher.userLimit else { throw .exceeded(.userClients) }
            try connection.reply(owner.hello().json)
        }
    }

    private func check(_ peer: PeerCredentials) throws(Connection.Farewell) {
        guard owner.admits(peer) else { throw .denied }
    }

    /// Closes the clients that may no longer be connected.
    package func checkAgain() {
        attemptAll { connection throws(Connection.Farewell) in try check(connection.peer) }
    }

    func attemptAll(_ action: (Connection) throws(Connection.Farewell) -> Void) {
        for client in connections.keys { attempt(client, action) }
    }

    /// Does something with a client, and closes it when that fails.
    func attempt(_ client: UInt64, _ action: (Connection) throws(Connection.Farewell) -> Void) {
        guard let connection = connections[client] else { return }
        do throws(Connection.Farewell) {
            try action(connection)
            streams[connection.slot].isHeldUp = connection.isHeldUp
            try watch(connection, as: client)
            note(connection, as: client)
        } catch {
            if let reason = error.error(connection) {
                refusals.count(error, as: reason.code)
                connection.sendLast(reason.json)
            }
            streams.remove(connection.slot)
            connections[client] = nil
            sampleClients.remove(client)
            unsent.remove(client)
            roster = nil
        }
    }

    /// Notes what the client waits for, where that has changed.
    private func note(_ connection: Connection, as client: UInt64) {
        guard connection.hasUnsent != connection.isNoted else { return }
        connection.isNoted = connection.hasUnsent
        if connection.isNoted { unsent.insert(client) } else { unsent.remove(client) }
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

import LinuxIO
package import MotionCore
package import MotionWire

/// A frame as one view has it.
package struct EncodedFrame: Sendable {
    package let bytes: [UInt8]
    /// For dead bands.
    package let offset: ViewerOffset

    package init(bytes: [UInt8], offset: ViewerOffset) {
        self.bytes = bytes
        self.offset = offset
    }
}

extension Publisher {
    /// What follows from who is connected and what they want.
    struct Roster {
        /// Of clients that are sent the same bytes: the view of each group, and one of the clients.
        var groups: [(client: UInt64, view: View)] = []
        var fastestRate: Double?
    }

    private var currentRoster: Roster {
        if let roster { return roster }
        var made = Roster(), shared: [View: Int] = [:]
        for (client, connection) in connections {
            let view = connection.preferences.view
            var group = connection.hasOwnNeutral ? nil : shared[view]
            if group == nil, connection.isStreaming {
                group = made.groups.count
                made.groups.append((client, view))
                if !connection.hasOwnNeutral { shared[view] = group }
            }
            streams[connection.slot].adopt(
                connection.preferences, group: connection.isStreaming ? group : nil)
        }
        made.fastestRate = connections.values.lazy.filter { !$0.isPaused }.map(\.preferences.rate).max()
        roster = made
        return made
    }

    /// Frames a second of the fastest client that takes any; nil without one.
    package var fastestRate: Double? { currentRoster.fastestRate }

    /// Tells every client, or each one as soon as it has read what came before.
    package func announce(_ change: StateChange) {
        let line = change.json.line
        attemptAll { connection throws(Connection.Farewell) in try connection.send(state: line) }
    }

    /// Sends the frames of a tick to the clients they are due for: `frame` makes one for a client and its
    /// view, nil while there is no pose. `seconds` have passed since the tick before.
    package func publish(
        after seconds: Double, at now: Int64, _ frame: (_ client: UInt64, _ view: View) -> EncodedFrame?
    ) {
        for client in unsent {
            attempt(client) { connection throws(Connection.Farewell) in
                try connection.flushState()
                try connection.checkPatience(at: now)
            }
        }
        let groups = currentRoster.groups
        let due = streams.comeDue(after: seconds, groupCount: groups.count)
        let frames = zip(groups, due).map { $1 ? frame($0.client, $0.view) : nil }
        for interruption in streams.send(frames, at: now) {
            attempt(interruption.client) { connection throws(Connection.Farewell) in
                guard let rest = interruption.rest else { throw .gone }
                connection.send(rest: rest)
            }
        }
    }

    package func publish(_ scan: Scan) {
        guard !sampleClients.isEmpty else { return }
        var line: [UInt8] = []
        scan.append(to: &line)
        for client in sampleClients {
            attempt(client) { connection throws(Connection.Farewell) in try connection.send(sample: line) }
        }
    }
}

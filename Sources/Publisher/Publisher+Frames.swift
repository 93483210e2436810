package import LinuxIO
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
        /// Those who are sent frames.
        let streams: [(client: UInt64, connection: Connection)]
        /// Of clients that are sent the same bytes.
        let groupCount: Int
        let fastestRate: Double?
    }

    private var currentRoster: Roster {
        if let roster { return roster }
        let streams = connections.filter { $0.value.isStreaming }.sorted { $0.key < $1.key }
        var groups: [View: Int] = [:], count = 0
        for (_, connection) in streams {
            let known = connection.hasOwnNeutral ? nil : groups[connection.preferences.view]
            connection.group = known ?? count
            if known == nil { count += 1 }
            if !connection.hasOwnNeutral { groups[connection.preferences.view] = connection.group }
        }
        let made = Roster(
            streams: streams.map { ($0.key, $0.value) }, groupCount: count,
            fastestRate: connections.values.lazy.filter { !$0.isPaused }.map(\.preferences.rate).max())
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
    ) throws(Errno) {
        for client in unsent {
            attempt(client) { connection throws(Connection.Farewell) in
                try connection.flushState()
                try connection.checkPatience(at: now)
            }
        }
        let roster = currentRoster
        for (client, connection) in roster.streams where connection.comesDue(after: seconds) {
            attempt(client, connection) { () throws(Connection.Farewell) in try connection.askIfUnsure() }
        }
        var frames = [EncodedFrame?](repeating: nil, count: roster.groupCount)
        func serve(_ client: UInt64, _ connection: Connection) {
            guard connection.isDue else { return }
            connection.isDue = false
            let made = frames[connection.group] ?? frame(client, connection.preferences.view)
            guard let made else { return }
            frames[connection.group] = made
            attempt(client, connection) { () throws(Connection.Farewell) in try connection.send(made, at: now)
            }
        }
        try readers.drain {
            guard let connection = connections[$0.token] else { return }
            connection.noteReading()
            // At once: what the kernel keeps of it is in the processor's cache just now.
            serve($0.token, connection)
        }
        for (client, connection) in roster.streams { serve(client, connection) }
    }

    /// The short way for what almost never fails or leaves something behind.
    private func attempt(
        _ client: UInt64, _ connection: Connection, _ action: () throws(Connection.Farewell) -> Void
    ) {
        do throws(Connection.Farewell) {
            try action()
            if connection.hasUnsent { attempt(client) { _ throws(Connection.Farewell) in } }
        } catch {
            attempt(client) { _ throws(Connection.Farewell) in throw error }
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

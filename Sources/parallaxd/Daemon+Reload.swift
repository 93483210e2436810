import LinuxIO
import Publisher

extension Daemon {
    /// Reads the configuration again while clients stay; a bad one changes nothing.
    func reload(at now: Int64) throws(Errno) {
        supervisor.noteReload()
        defer { supervisor.noteReady() }
        let new: Options, changes: [String], supply: SensorSupply?
        do throws(Stop) {
            guard case .run(let read) = try invocation.action() else { return }
            new = read
            changes = new.changes(since: options)
            supply = Options.sensorKeys.contains(where: changes.contains) ? try SensorSupply(new, log) : nil
        } catch {
            log(.error, "\(error.sentence); what was in force before stays so")
            return
        }
        adopt(new, changes)
        guard let supply else { return }
        try take(supply)
        if publisher.hasClients { manager.wake(at: now) }
    }

    private func adopt(_ new: Options, _ changes: [String]) {
        log.level = new.logLevel
        let what = changes.isEmpty ? "nothing" : changes.joined(separator: ", ")
        log(.info, "read the configuration again: \(what) changed")
        if changes.contains("socket") {
            log(.warning, "the socket changes with the next start: systemctl restart parallaxd")
        }
        let socket = options.socket
        options = new
        options.socket = socket
        door.access = new.access
        publisher.checkAgain()
    }
}

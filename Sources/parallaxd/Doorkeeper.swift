import LinuxIO

/// Says who may see motion, and when that may have changed.
final class Doorkeeper {
    var access: Access
    private var seats: SeatMonitor?
    private var hasSeats = true
    private let log: Log

    init(_ access: Access, _ log: Log) {
        self.access = access
        self.log = log
        // Whether there are any is told at the start, not when the first client is refused.
        do throws(Errno) { _ = try SeatMonitor() } catch { giveUpSeats(error) }
    }

    func admits(_ peer: PeerCredentials) -> Bool { access.admits(peer) }

    /// Has the poller wait for changes at the seats only while there are clients, for whoever leaves the seat
    /// loses theirs. Returns whether it began to: somebody may have left before.
    func watchSeats(_ isWanted: Bool, _ poller: Poller, token: UInt64) -> Bool {
        guard hasSeats, isWanted == (seats == nil) else { return false }
        seats = nil
        guard isWanted else { return false }
        do throws(Errno) {
            let monitor = try SeatMonitor()
            try poller.add(monitor.descriptor, token: token)
            seats = monitor
        } catch {
            giveUpSeats(error)
        }
        return true
    }

    /// The seats have changed: takes note, so that the next change shows.
    func noteSeats() { seats?.flush() }

    private func giveUpSeats(_ reason: Errno) {
        hasSeats = false
        log(.warning, "no seats are known (logind: \(reason)): only \(access.permanent) may connect")
    }
}

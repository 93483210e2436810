import CSystemd
import LinuxIO

/// systemd, where it runs the daemon: what it is told, and how long it waits for a sign of life.
struct Supervisor {
    /// The longest without a sign, in microseconds; nil where systemd does not wait for any.
    private let patience: UInt64?
    /// Whether it waits for them now.
    private var isWaiting = true
    /// When it got one last, on `CLOCK_MONOTONIC` in nanoseconds.
    private var lastSign: Int64 = 0

    init() {
        var patience: UInt64 = 0
        self.patience = unsafe sd_watchdog_enabled(0, &patience) > 0 ? patience : nil
    }

    func noteReady() { notify("READY=1") }

    /// To be followed by `noteReady`.
    func noteReload() { notify("RELOADING=1\nMONOTONIC_USEC=\(monotonicNanoseconds() / 1000)") }

    /// Has it wait for signs of life, or not: nobody is to wake up for them alone.
    mutating func expectSigns(_ isWanted: Bool, at now: Int64) {
        guard let patience, isWanted != isWaiting else { return }
        isWaiting = isWanted
        lastSign = now
        notify(isWanted ? "WATCHDOG_USEC=\(patience)\nWATCHDOG=1" : "WATCHDOG_USEC=0")
    }

    /// Gives a sign of life where half the time for it has passed.
    mutating func giveSign(at now: Int64) {
        let pause = (now - lastSign) / 1000
        guard let patience, isWaiting, pause >= Int64(clamping: patience / 2) else { return }
        lastSign = now
        notify("WATCHDOG=1")
    }

    private func notify(_ lines: String) { unsafe _ = sd_notify(0, lines) }
}

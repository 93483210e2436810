import CSystemd
import LinuxIO

/// systemd, where it runs the daemon: it is told when that serves and when it reads its configuration anew.
struct Supervisor {
    func noteReady() { unsafe _ = sd_notify(0, "READY=1") }

    /// To be followed by `noteReady`.
    func noteReload() {
        unsafe _ = sd_notify(0, "RELOADING=1\nMONOTONIC_USEC=\(monotonicNanoseconds() / 1000)")
    }
}

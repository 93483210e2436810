import Fusion
import LinuxIO
import MotionCore

/// Keeps what was learnt of gyroscopes' offsets from run to run, in a file for each.
struct BiasStore {
    /// An offset that is less certain than this is not worth keeping, in rad/s.
    private static let worstDeviation = 0.02

    private let directory: String?
    private let log: Log

    /// In a directory of this user; without one, and without `directory`, nothing is kept.
    init(directory: String? = BiasStore.standardDirectory, log: Log) {
        self.directory = directory
        self.log = log
    }

    /// What systemd gives the service, else the usual place of root's or of a user's state.
    static var standardDirectory: String? {
        if let directory = LinuxIO.directory(from: "STATE_DIRECTORY") { return directory }
        if ownUser == 0 { return "/var/lib/parallaxd" }
        let state = environment("XDG_STATE_HOME") ?? environment("HOME").map { $0 + "/.local/state" }
        return state.map { $0 + "/parallaxd" }
    }

    /// What an earlier run learnt of a gyroscope; nil where there is nothing, or nothing sound.
    func load(_ gyroscope: String) -> StoredBias? {
        guard let path = path(of: gyroscope), let text = fileText(path) else { return nil }
        do throws(StoredBias.Failure) {
            let stored = try StoredBias(text)
            guard stored.device == gyroscope else {
                log(.warning, "\(path) is ignored: it is of another gyroscope, \(stored.device)")
                return nil
            }
            return stored
        } catch {
            log(.warning, "\(path) is ignored: \(error.message)")
            return nil
        }
    }

    func save(_ stored: StoredBias) {
        let worst = max(stored.deviation.x, stored.deviation.y, stored.deviation.z)
        guard worst < BiasStore.worstDeviation, let directory, let path = path(of: stored.device) else {
            return
        }
        do throws(Errno) {
            try makeDirectories(directory)
            try writeFile(path, Array(stored.text.utf8))
        } catch {
            log(.debug, "\(path) cannot be written: \(error)")
        }
    }

    /// The name for people and a number that tells two of a name apart.
    private func path(of gyroscope: String) -> String? {
        guard let directory else { return nil }
        let name = gyroscope.prefix { $0 != " " }.map { $0.isLetter || $0.isNumber ? $0 : "-" }
        return "\(directory)/\(String(name))-\(String(fingerprint(gyroscope), radix: 16)).bias"
    }
}

/// FNV-1a of 64 bits.
private func fingerprint(_ text: String) -> UInt64 {
    text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
}

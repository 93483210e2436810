import Fusion
import LinuxIO
import MotionCore

/// Keeps what was learnt of gyroscopes' offsets from run to run, in a file for each.
struct BiasStore {
    /// An offset that is less certain than this is not worth keeping, in rad/s.
    private static let worstDeviation = 0.02

    private let directory: StateDirectory?
    private let log: Log

    /// Without a directory nothing is kept.
    init(directory: StateDirectory? = StateDirectory(), log: Log) {
        self.directory = directory
        self.log = log
    }

    /// What an earlier run learnt of a gyroscope; nil where there is nothing, or nothing sound.
    func load(_ gyroscope: String) -> StoredBias? {
        guard let path = directory?.file("bias", of: gyroscope), let text = fileText(path) else { return nil }
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
        guard worst < BiasStore.worstDeviation, let directory else { return }
        let path = directory.file("bias", of: stored.device)
        do throws(Errno) { try directory.write(stored.text, to: path) } catch {
            log(.debug, "\(path) cannot be written: \(error)")
        }
    }
}

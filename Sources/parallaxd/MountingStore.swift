import LinuxIO
import MotionCore

/// What `parallaxctl calibrate --save` has left about accelerometers, in a file for each.
struct MountingStore {
    private let directory: StateDirectory?
    private let log: Log

    /// Without a directory there is nothing.
    init(directory: StateDirectory? = StateDirectory(), log: Log) {
        self.directory = directory
        self.log = log
    }

    /// How an accelerometer sits in the device; nil where nobody calibrated it, or nothing sound is there.
    func load(_ accelerometer: String) -> Rotation? {
        guard let path = directory?.file("mounting", of: accelerometer), fileExists(path) else { return nil }
        guard let text = fileText(path) else {
            log(.warning, "\(path) is ignored: it cannot be read")
            return nil
        }
        do throws(StoredMounting.Failure) {
            let stored = try StoredMounting(text)
            guard stored.device == accelerometer else {
                log(.warning, "\(path) is ignored: it is of another accelerometer, \(stored.device)")
                return nil
            }
            return stored.rotation
        } catch {
            log(.warning, "\(path) is ignored: \(error.message); `parallaxctl calibrate --save` replaces it")
            return nil
        }
    }
}

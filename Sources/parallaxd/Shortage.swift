import LinuxIO
import MotionWire
import Sensors

/// Why there is nothing to read, with a sentence for people.
enum Shortage: Error, Equatable {
    /// A device that was asked for by name is not there.
    case missing(String)
    /// Nothing suitable is there yet.
    case nothing(String)
    /// Another program has the sensor.
    case taken(String)
    case unreadable(String)
    /// The rights are missing, which udev may yet give.
    case forbidden(String)
    /// What was asked for is refused here.
    case noPermission(String)

    init(_ failure: SelectionFailure) {
        switch failure {
        case .noSuchDevice(let sentence): self = .missing(sentence)
        case .nothing(let sentence): self = .nothing(sentence)
        }
    }

    init(_ failure: SourceFailure, of what: String) {
        switch failure {
        case .removed: self = .nothing("\(what) was removed")
        case .ended: self = .nothing("the recording is over; the next first client starts it again")
        case .busy(let sentence): self = .taken(sentence)
        case .failed(let sentence, let error) where error.isPermission:
            self = .forbidden("\(sentence): \(error)")
        case .failed(let sentence, let error): self = .unreadable("\(sentence): \(error)")
        }
    }

    /// What clients are told.
    var health: Health {
        switch self {
        case .missing(let sentence), .nothing(let sentence), .unreadable(let sentence),
            .noPermission(let sentence):
            Health(.noDevice, reason: sentence)
        case .taken(let sentence): Health(.busy, reason: sentence)
        case .forbidden(let sentence): Health(.noDevice, reason: "\(sentence); \(missingRights)")
        }
    }

    /// Why the daemon does not start; nil where it had better wait.
    var stop: Stop? {
        switch self {
        case .missing(let sentence): Stop(.noInput, sentence)
        case .nothing, .forbidden: nil
        case .taken(let sentence): Stop(.tryAgain, sentence)
        case .unreadable(let sentence): Stop(.unavailable, sentence)
        case .noPermission(let sentence): Stop(.noPermission, sentence)
        }
    }
}

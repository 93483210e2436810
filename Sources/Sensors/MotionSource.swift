package import LinuxIO
package import MotionCore

/// Something that gives scans: hardware, a recording or the simulation.
package protocol MotionSource: AnyObject {
    var device: SensorDevice { get }

    /// What its gyroscope is known by from run to run; nil where there is none whose offset lasts.
    var gyroscope: String? { get }

    /// Each is readable while scans wait. The source closes them with itself.
    var descriptors: [CInt] { get }

    /// Changes with the descriptors.
    var generation: Int { get }

    /// Changes when samples come to mean something else than before: what was made of them is void.
    var meaning: Int { get }

    /// What people should know about how the sensors are read; nil where all is as it should be.
    var remark: String? { get }

    /// Whether rights that udev may give would have it read in a better way.
    var lacksRights: Bool { get }

    /// udev has given the rights to a trigger.
    func heedTrigger()

    /// Hands over the scans that wait, each as it came and in device axes.
    func read(_ body: (Scan, Sample) -> Void) throws(SourceFailure)

    /// Sees to it that there are at least `rate` scans a second, if the hardware can.
    func hasten(to rate: Double, at now: Int64)

    /// Sees to it that scans come; to be called several times a second. `now` is in nanoseconds on
    /// `CLOCK_MONOTONIC`.
    func tend(at now: Int64) throws(SourceFailure)

    /// Why what comes is not to be believed; nil where it is.
    func complaint(at now: Int64) -> String?
}

extension MotionSource {
    package var generation: Int { 0 }
    package var meaning: Int { 0 }
    package var remark: String? { nil }
    package func hasten(to rate: Double, at now: Int64) {}
    package var lacksRights: Bool { false }
    package func heedTrigger() {}
    package func tend(at now: Int64) {}
    package func complaint(at now: Int64) -> String? { nil }
}

extension MotionSource {
    package var gyroscope: String? { nil }
}

/// Why a source gives nothing.
package enum SourceFailure: Error, Hashable {
    /// The hardware went away.
    case removed
    /// The recording is over.
    case ended
    /// Another program has the sensor.
    case busy(String)
    /// The sensor cannot be read.
    case failed(String, Errno)
}

extension SourceFailure {
    /// For people.
    package var sentence: String {
        switch self {
        case .removed: "it was removed"
        case .ended: "the recording is over"
        case .busy(let sentence): sentence
        case .failed(let sentence, let error): "\(sentence) (\(error))"
        }
    }
}

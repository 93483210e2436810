package import LinuxIO
package import MotionCore

/// Something that gives scans: hardware, a recording or the simulation.
package protocol MotionSource: AnyObject {
    var device: SensorDevice { get }

    /// What its gyroscope is known by from run to run; nil where there is none whose offset lasts.
    var gyroscope: String? { get }

    /// Each is readable while scans wait. The source closes them with itself.
    var descriptors: [CInt] { get }

    /// Hands over the scans that wait, each as it came and in device axes.
    func read(_ body: (Scan, Sample) -> Void) throws(SourceFailure)
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

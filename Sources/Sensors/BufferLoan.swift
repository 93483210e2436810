import LinuxIO

/// How iio-sensor-proxy uses a buffer that serves us while it does not.
///
/// A client of the proxy's claims the sensor: the proxy writes the buffer's length and switches it on. It
/// releases it: the proxy switches the buffer off. Nothing else tells, and both are seen as they are written.
struct BufferLoan: ~Copyable {
    enum Change: Hashable, Sendable {
        /// The proxy wants the buffer.
        case claimed
        /// It has switched the buffer off.
        case released
    }

    private enum File {
        static let length = 0
        static let power = 1
    }

    private let watch: FileWatch
    private let power: String

    init(_ node: SensorNode) throws(Errno) {
        power = node.path + "/buffer/enable"
        watch = try FileWatch([node.path + "/buffer/length", power])
    }

    var descriptor: CInt { watch.descriptor }

    /// What happened since the last call; nil where nothing has. `isOurs`: whether it has been serving us.
    func change(isOurs: Bool) throws(Errno) -> Change? {
        let written = try watch.written()
        guard !written.isEmpty else { return nil }
        // Also while it serves us: while it sets a hub up the proxy switches more than once.
        if written.contains(File.power), attribute(power) == "0" { return .released }
        return isOurs ? .claimed : nil
    }

    /// To be asked when we have switched the buffer on, which is seen too: whether others wrote meanwhile.
    func isClaimedAtOnce() throws(Errno) -> Bool { try watch.written().contains(File.length) }
}

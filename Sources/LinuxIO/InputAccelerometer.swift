import CLinux
import Glibc

/// An accelerometer among the machine's input devices that gives what is written to it.
///
/// It is there as long as somebody has its descriptor open.
package struct InputAccelerometer: ~Copyable {
    /// So many units are 1 g.
    package static let unitsPerGravity = 256

    private static let limit = 2 * unitsPerGravity

    private let uinput: Descriptor

    /// One that was made before, or what stands in for it.
    package init(adopting uinput: consuming Descriptor) { self.uinput = uinput }

    /// A new one, which gives zeros at first: `.noFile` where the kernel has no uinput.
    package init(name: String) throws(Errno) {
        let uinput = try Descriptor.open("/dev/uinput", O_WRONLY | O_NONBLOCK)
        let limit = CInt(InputAccelerometer.limit), oneG = CInt(InputAccelerometer.unitsPerGravity)
        try syscall { unsafe linux_uinput_accelerometer(uinput.rawValue, name, limit, oneG) }
        self.uinput = uinput
    }

    package var descriptor: CInt { uinput.rawValue }

    /// Where programs read it, such as /dev/input/event7; nil where there is no such place.
    package var node: String? {
        var name = [CChar](repeating: 0, count: 64)
        guard unsafe linux_uinput_name(descriptor, &name, name.count) >= 0 else { return nil }
        let device = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return entries(of: "/sys/class/input/\(device)").first { $0.hasPrefix("event") }
            .map { "/dev/input/\($0)" }
    }

    /// Replaces what it gives, all three at once.
    package func write(x: Int32, y: Int32, z: Int32) throws(Errno) {
        let axes = [(ABS_X, x), (ABS_Y, y), (ABS_Z, z)].map { event(EV_ABS, $0, $1) }
        let events = axes + [event(EV_SYN, SYN_REPORT, 0)]
        try uinput.writeAll(unsafe events.withUnsafeBytes { unsafe Array($0) })
    }
}

/// The kernel sets its time.
private func event(_ type: CInt, _ code: CInt, _ value: Int32) -> input_event {
    var event = input_event()
    event.type = UInt16(type)
    event.code = UInt16(code)
    event.value = value
    return event
}

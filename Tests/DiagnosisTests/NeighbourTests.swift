import MotionCore
import Testing

@testable import Diagnosis

@Suite struct NeighbourTests {
    private static func proxy(
        _ machine: inout Machine, _ type: String = "iio-poll-accel iio-buffer-accel", isRunning: Bool = true
    ) {
        machine.evidence.proxy.isInstalled = true
        machine.evidence.proxy.isRunning = isRunning
        machine.state.properties["IIO_SENSOR_PROXY_TYPE"] = type
        machine.answer.device?.mode = .poll
    }

    private static func idle(_ machine: inout Machine) {
        machine.setElements(["1", "1", "1"])
        machine.set(["buffer/length": "128"])
    }

    static let proxies: [Ailment] = [
        Ailment("no proxy", "proxy", .ok, "not installed") { _ in },
        Ailment("a proxy that does not run", "proxy", .ok, "does not run now") {
            proxy(&$0, isRunning: false)
        },
        Ailment("a proxy with another sensor", "proxy", .ok, "does not use this") { proxy(&$0, "") },
        Ailment("a proxy that polls", "proxy", .ok, "as its property says") { proxy(&$0, "iio-poll-accel") },
        Ailment("a proxy that could buffer", "proxy", .ok, "it might use the buffer") { proxy(&$0) },
        Ailment("an idle proxy", "proxy", .ok, "keeps the buffer ready") {
            proxy(&$0)
            idle(&$0)
        },
        Ailment("an idle proxy's elements", "buffer", .ok, "as an idle iio-sensor-proxy leaves them") {
            proxy(&$0)
            idle(&$0)
        },
        Ailment("a claimed proxy", "proxy", .ok, "runs the buffer") {
            proxy(&$0)
            $0.set(["buffer/enable": "1"])
        },
        Ailment("a claimed proxy's buffer", "buffer", .ok, "on: iio-sensor-proxy runs it") {
            proxy(&$0)
            $0.set(["buffer/enable": "1"])
        },
        Ailment("elements that the proxy misses", "buffer", .warning, "not all", step: "iio-sensor-proxy") {
            proxy(&$0)
            $0.setElements(["1", "0", "0"])
        },
        Ailment("a proxy from before the rule", "proxy", .warning, "property says poll", step: "restart") {
            proxy(&$0, "iio-poll-accel")
            idle(&$0)
        },
        Ailment("elements of a proxy that is gone", "buffer", .warning, "left on by nobody", step: "for f") {
            proxy(&$0, isRunning: false)
            idle(&$0)
        },
    ]

    /// On, and all in order.
    private static func exclusive(_ machine: inout Machine) {
        machine.evidence.exclusive.hasFlag = true
        machine.evidence.exclusive.hasUinput = true
        machine.evidence.exclusive.hasInputDevice = true
        machine.evidence.exclusive.joysticks = ["js0": 0o600]
    }

    static let exclusives: [Ailment] = [
        Ailment("a shared sensor", "exclusive", .ok, "off") { _ in },
        Ailment("exclusive mode", "exclusive", .ok, "on: parallaxd has the sensor") { exclusive(&$0) },
        Ailment("no uinput", "exclusive", .fault, "no /dev/uinput", step: "modprobe uinput") {
            exclusive(&$0)
            $0.evidence.exclusive.hasUinput = false
        },
        Ailment("a flag alone", "exclusive", .fault, "does not turn", step: "restart parallaxd-exclusive") {
            exclusive(&$0)
            $0.evidence.exclusive.hasInputDevice = false
        },
        Ailment("an input device alone", "exclusive", .warning, "may use both", step: "parallaxd-exclusive") {
            exclusive(&$0)
            $0.evidence.exclusive.hasFlag = false
        },
        Ailment("a property that is not emptied", "exclusive", .fault, "still has", step: "udevadm trigger") {
            exclusive(&$0)
            $0.state.properties["IIO_SENSOR_PROXY_TYPE"] = "iio-poll-accel"
        },
        Ailment("an open joystick", "exclusive", .warning, "/dev/input/js0", step: "chmod 600") {
            exclusive(&$0)
            $0.evidence.exclusive.joysticks = ["js0": 0o644]
        },
    ]

    @Test(arguments: proxies + exclusives)
    func `what a neighbour does is told, and what it should not do comes with a next step`(
        ailment: Ailment
    ) throws { try ailment.verify() }
}

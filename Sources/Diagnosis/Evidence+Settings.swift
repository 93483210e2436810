import LinuxIO
import MotionCore
import Sensors

extension Evidence {
    func trigger(_ device: DeviceState, _ check: String) -> Finding {
        guard let trigger = device.trigger else {
            return Finding(check, .ok, "none wanted: the device gives readings by itself or is polled")
        }
        if trigger.isEmpty {
            if let own = triggers.first(where: { device.node.owns(trigger: $0.name) }) {
                return Finding(check, .ok, "none attached; parallaxd attaches \(own.name), its driver's own")
            }
            guard !isDaemonAwake(on: device) else {
                return Finding(check, .ok, "none was attached; parallaxd reads the buffer all the same")
            }
            guard !hasTimers else { return Finding(check, .ok, "none of its own; parallaxd makes a timer") }
            return Finding(
                check, .note,
                "none of its own, and the kernel has no timers for triggers: without a FIFO it "
                    + "is polled",
                step: "sudo modprobe iio-trig-hrtimer lets parallaxd use the buffer, where the kernel has it")
        }
        if device.node.owns(trigger: trigger) { return Finding(check, .ok, "\(trigger), its driver's own") }
        let detach = "detach it: echo | sudo tee \(device.directory)/trigger/current_trigger"
        let isTimer = triggers.contains { $0.name == trigger && $0.isTimer }
        if trigger == "parallaxd-\(device.node.id.dropFirst(4))" {
            if isDaemonAwake(on: device) { return Finding(check, .ok, "\(trigger), parallaxd's timer") }
            return Finding(
                check, .warning, "\(trigger), a timer that a parallaxd left attached",
                step: device.hasNote ? Evidence.puttingBack : detach)
        }
        return Finding(
            check, .warning,
            isTimer
                ? "\(trigger), a timer of another program; iio-sensor-proxy, when it starts, takes the "
                    + "buffer for it, and many drivers refuse raw reads then"
                : "\(trigger), which is not the driver's own for sampling",
            step: "unless a program is using it, " + detach)
    }

    func buffer(_ device: DeviceState, _ check: String) -> Finding {
        guard device.node.hasBuffer else {
            return Finding(check, .ok, "the driver offers none: attributes are read")
        }
        return device.isRunning ? runningBuffer(device, check) : idleBuffer(device, check)
    }

    private func runningBuffer(_ device: DeviceState, _ check: String) -> Finding {
        if let runner = runner(of: device) { return Finding(check, .ok, "on: \(runner) runs it") }
        if let holder = device.holders.first {
            return Finding(
                check, .note, "on: \(holder.title) runs it, so parallaxd reads attributes",
                step: "end \(holder.name) if parallaxd is to have the buffer")
        }
        guard isRoot else {
            return Finding(
                check, .note, "on; only root can see who runs it",
                step: "run it as root: sudo parallaxctl doctor")
        }
        return Finding(
            check, .fault,
            "left on by nobody: a program that ran it was killed; many drivers refuse raw reads "
                + "as long as it is on",
            step: device.hasNote
                ? Evidence.puttingBack : "switch it off: echo 0 | sudo tee \(device.directory)/buffer/enable")
    }

    private func idleBuffer(_ device: DeviceState, _ check: String) -> Finding {
        let elements = device.elements, on = elements.count { $0 }
        guard on > 0 else { return Finding(check, .ok, "off, with no element left on") }
        let count = on == elements.count ? "all \(on) elements" : "\(on) of \(elements.count) elements"
        if proxy.isRunning, device.proxyUse == .buffers {
            guard on < elements.count else {
                return Finding(check, .ok, "off, \(count) on: as an idle iio-sensor-proxy leaves them")
            }
            return Finding(
                check, .warning,
                "\(count) are on, not all: iio-sensor-proxy, which left them all on, will misread the buffer",
                step: "sudo systemctl restart iio-sensor-proxy")
        }
        return Finding(
            check, .warning,
            "\(count) left on by nobody: iio-sensor-proxy, when it starts, would misread the buffer or end",
            step: device.hasNote
                ? Evidence.puttingBack
                : "for f in \(device.directory)/scan_elements/*_en; do echo 0 | sudo tee $f; done")
    }

    /// Who runs a buffer and may.
    func runner(of device: DeviceState) -> String? {
        if let daemon = device.holders.first(where: \.isDaemon) { return daemon.title }
        if !device.holders.isEmpty { return device.holders.first { $0.name == "iio-sensor-prox" }?.title }
        if isDaemonAwake(on: device) { return "parallaxd" }
        return proxy.isRunning && device.proxyUse == .buffers ? "iio-sensor-proxy" : nil
    }

    /// Whether the daemon reads this device in buffer mode.
    private func isDaemonAwake(on device: DeviceState) -> Bool {
        if device.holders.contains(where: \.isDaemon) { return true }
        guard let daemon = answer?.device else { return false }
        return daemon.id == device.node.id && daemon.mode == .buffer || daemon.gyro == device.node.id
    }

    func rate(_ device: DeviceState, _ check: String) -> Finding {
        let sensor: Sensor = device.node.id == pair?.accel.id ? .accel : .gyro
        let wanted = short(device.node.wantedRate(for: 0))
        if let reading, let spread = Spread(reading.scans, of: sensor), spread.seconds > 0.5 {
            let came = "\(short(spread.rate)) samples a second arrive; parallaxd asks for \(wanted) or more"
            guard spread.rate < 40 else { return Finding(check, .ok, came) }
            return Finding(
                check, .warning, "only \(came), so tilt looks coarse",
                step: reading.device?.mode == .poll
                    ? "see how long raw reads take; PARALLAXD_RATE in udev's hwdb raises the sensor's rate"
                    : "look what it offers: cat \(device.directory)/*sampling_frequency_available"
            )
        }
        let named = device.number("sampling_frequency", sensor).flatMap { $0 > 0 ? $0 : nil }
        let asked = named.map { "set to \(short($0)) Hz now" } ?? "the driver names none now"
        let offered = (device.setting("sampling_frequency_available", sensor)?.text ?? "")
            .split(whereSeparator: { " []".contains($0) }).compactMap { Double($0) }
        guard let most = offered.max() else {
            return Finding(check, .ok, "\(asked); parallaxd asks for \(wanted) or more")
        }
        guard most < 60 else {
            return Finding(check, .ok, "\(asked); parallaxd asks for \(wanted) or more of \(short(most)) Hz")
        }
        return Finding(check, .note, "\(asked); no more than \(short(most)) Hz to be had")
    }

    var scale: Finding {
        let check = "scale"
        guard let pair else { return Finding(check, .skipped, "there is no sensor") }
        var steps: [String] = []
        for (sensor, node) in [(Sensor.accel, pair.accel)] + (pair.gyro.map { [(.gyro, $0)] } ?? []) {
            guard let device = state(of: node), let scale = device.number("scale", sensor), scale > 0 else {
                return Finding(
                    check, .warning,
                    "\(node.title) names no scale for its \(sensor.title): counts are taken "
                        + "as \(sensor.unit)",
                    step: "an updated driver or kernel may name it; " + Evidence.reporting)
            }
            steps.append("\(sensor.title) \(short(scale)) \(sensor.unit)")
        }
        let found = "a step is: " + steps.joined(separator: ", ")
        // Raw readings come first: in the daemon's a wrong scale is put right already.
        let readings = [raw?.scans, reading?.scans].lazy.compactMap { $0 }
        guard let rest = readings.compactMap({ Spread($0, of: .accel) }).first, rest.isRest else {
            return Finding(check, .ok, found)
        }
        let size = "at rest the accelerometer reads \(short(rest.mean.length)) m/s2"
        guard (0.8...1.25).contains(rest.mean.length / .gravity) else {
            return Finding(
                check, .warning,
                "\(size) instead of 9.81; parallaxd corrects it where it is a constant factor",
                step: "the driver's scale is wrong: " + Evidence.reporting)
        }
        return Finding(check, .ok, "\(found); \(size)")
    }

    private static let puttingBack = "sudo parallaxd --put-back"
    static let reporting = "parallaxctl doctor --report writes what its maintainers need"
}

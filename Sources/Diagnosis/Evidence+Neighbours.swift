import LinuxIO
import MotionCore
import MotionWire
import Sensors

extension Evidence {
    var proxyMode: Finding {
        let check = "proxy"
        guard proxy.isInstalled || proxy.isRunning else {
            return Finding(check, .ok, "iio-sensor-proxy is not installed")
        }
        guard let accel = pair?.accel, let device = state(of: accel) else {
            return Finding(check, .ok, "iio-sensor-proxy \(proxy.isRunning ? "runs" : "is installed")")
        }
        guard device.proxyUse != .none else {
            return Finding(check, .ok, "iio-sensor-proxy does not use this sensor")
        }
        guard proxy.isRunning else {
            return Finding(check, .ok, "iio-sensor-proxy is installed and does not run now")
        }
        guard device.proxyUse == .buffers else {
            let isIdle = device.looksLikeIdleProxy
            let isClaimed = device.isRunning && runner(of: device) == nil && device.holders.isEmpty
            guard isIdle || isClaimed else {
                return Finding(check, .ok, "iio-sensor-proxy polls the sensor, as its property says")
            }
            return Finding(
                check, .warning,
                "iio-sensor-proxy uses the buffer although the sensor's property says poll: "
                    + "it started before the property was changed",
                step: "sudo systemctl restart iio-sensor-proxy")
        }
        if device.isRunning, runner(of: device)?.hasPrefix("parallaxd") != true {
            return Finding(check, .ok, "iio-sensor-proxy runs the buffer: a desktop turns the screen by it")
        }
        return Finding(
            check, .ok,
            device.looksLikeIdleProxy
                ? "iio-sensor-proxy keeps the buffer ready and uses it while a desktop asks"
                : "iio-sensor-proxy polls the sensor although it might use the buffer: it gave nothing before"
        )
    }

    var exclusiveMode: Finding {
        let check = "exclusive"
        guard exclusive.hasFlag || exclusive.hasInputDevice else { return Finding(check, .ok, "off") }
        let restart =
            "sudo systemctl restart parallaxd-exclusive; to do without: "
            + "sudo systemctl disable --now parallaxd-exclusive"
        guard exclusive.hasUinput else {
            return Finding(check, .fault, "on, but there is no /dev/uinput", step: "sudo modprobe uinput")
        }
        guard exclusive.hasInputDevice else {
            return Finding(
                check, .fault,
                "the accelerometer is withheld from iio-sensor-proxy, but parallaxd's input "
                    + "device is not there: the screen does not turn", step: restart)
        }
        guard exclusive.hasFlag else {
            return Finding(
                check, .warning,
                "parallaxd's input device is there, but the accelerometer is not withheld: "
                    + "iio-sensor-proxy may use both", step: restart)
        }
        if let accel = pair?.accel, state(of: accel).map({ $0.proxyUse != .none }) == true {
            return Finding(
                check, .fault,
                "on, but iio-sensor-proxy still has the accelerometer itself: udev's rule did "
                    + "not run",
                step: "install 81-parallaxd.rules, then: sudo udevadm trigger --action=change "
                    + "--subsystem-match=iio; sudo systemctl restart iio-sensor-proxy")
        }
        if let open = exclusive.joysticks.sorted(by: { $0.key < $1.key }).first(where: { $0.value != 0o600 })
        {
            return Finding(
                check, .warning, "on, but others than root may read motion from /dev/input/\(open.key)",
                step: "sudo chmod 600 /dev/input/\(open.key); 81-parallaxd.rules does it for good")
        }
        return Finding(check, .ok, "on: parallaxd has the sensor, and the desktop turns by its input device")
    }

    var socketState: Finding {
        let check = "socket"
        let start =
            hasUnit
            ? "sudo systemctl enable --now parallaxd.socket"
            : "sudo parallaxd; sudo make install makes a service of it"
        switch daemon {
        case .answers(let answer):
            guard answer.server == "parallaxd \(MotionWire.version)" else {
                return Finding(
                    check, .note,
                    "\(answer.server) answers at \(socket); this is parallaxctl "
                        + MotionWire.version,
                    step: "after an upgrade: sudo systemctl restart parallaxd")
            }
            return Finding(check, .ok, "\(answer.server) answers at \(socket)")
        case .denied: return Finding(check, .ok, "parallaxd answers at \(socket)")
        case .failing(let reason):
            return Finding(
                check, .fault, "at \(socket) systemd listens for it, and \(reason)",
                step: "put that right; of a bad configuration parallaxd --check-config says whether it is")
        case .mute(let reason):
            return Finding(
                check, .fault, "at \(socket) a program listens that is no working parallaxd: \(reason)",
                step: "see what it is: sudo ss -xlp | grep \(socket); if parallaxd: "
                    + "sudo systemctl restart parallaxd")
        case .absent(let reason) where reason.isPermission:
            return Finding(
                check, .fault, "this user may not connect to \(socket)",
                step: "run it as root: sudo parallaxctl doctor")
        case .absent(let reason):
            let nobody =
                reason == .noFile ? "there is no \(socket)" : "nobody listens at \(socket) (\(reason))"
            guard let owner = chosen.compactMap(\.owner).first else {
                return Finding(check, .fault, "no daemon runs: \(nobody)", step: start)
            }
            return Finding(
                check, .fault, "\(nobody), yet \(owner.title) has the sensor: it listens elsewhere",
                step: "name its socket with --socket; its command: tr '\\0' ' ' </proc/\(owner.pid)/cmdline")
        }
    }

    func health(_ answer: Answer) -> Finding {
        let check = "daemon"
        let reason = answer.health.reason.map { ": \($0)" } ?? ""
        let found = answer.health.state.rawValue + reason
        switch answer.health.state {
        case .ok: return working(answer)
        case .noDevice:
            return Finding(
                check, .fault, found,
                step: pair == nil
                    ? "what stands under sensor comes first" : "look at permission and sensor above")
        case .busy:
            return Finding(
                check, .fault, found,
                step: "end that program; sudo systemctl restart iio-sensor-proxy "
                    + "where it is that one")
        case .stale:
            let driver = pair.flatMap { state(of: $0.accel)?.driver }
            return Finding(
                check, .fault, found,
                step: "suspend and resume, or reload the driver"
                    + (driver.map { ": sudo modprobe -r \($0); sudo modprobe \($0)" } ?? ""))
        case .suspended: return Finding(check, .note, found)
        }
    }

    private func working(_ answer: Answer) -> Finding {
        let check = "daemon"
        guard let device = answer.device else { return Finding(check, .ok, "it has no device to tell of") }
        let sensors = device.sensors.map(\.rawValue).sorted().joined(separator: "+")
        let found = "reads \(sensors) of \(device.name) by \(device.mode.rawValue)"
        if let pair, device.id != pair.accel.id {
            return Finding(
                check, .note, "\(found), not \(pair.accel.title)",
                step: "its samples tell nothing of \(pair.accel.id); to change that: parallaxd --device")
        }
        return answer.remark.map { Finding(check, .note, "\(found); \($0)") } ?? Finding(check, .ok, found)
    }
}

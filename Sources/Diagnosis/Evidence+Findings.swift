import LinuxIO
import MotionCore
import MotionWire
import Sensors

extension Evidence {
    /// All checks in the order in which motion comes from the chip to a client.
    package var findings: [Finding] {
        var findings = [kernelState, sensor]
        if pair != nil {
            findings.append(gyroscope)
            for device in chosen {
                let suffix = device.node.id == pair?.accel.id ? "" : " (gyro)"
                findings += [
                    permission(device, "permission" + suffix), trigger(device, "trigger" + suffix),
                    buffer(device, "buffer" + suffix), rate(device, "rate" + suffix),
                ]
            }
            findings += [scale, matrix, handedness, noise, rawReads, besideBuffer]
        }
        return findings + [proxyMode, exclusiveMode, socketState] + (answer.map { [health($0)] } ?? []) + [
            seat
        ]
    }

    private var kernelState: Finding {
        let check = "kernel"
        if let failure {
            return Finding(
                check, .fault, "the list of IIO devices cannot be had: \(failure)",
                step: "look whether /sys is there and readable; in a container run this on the host")
        }
        guard !verdicts.isEmpty else {
            return Finding(
                check, .fault, "Linux \(kernel) shows no IIO device: no driver has found a motion sensor",
                step:
                    "look what the kernel says: sudo dmesg | grep -iE 'iio|hid-sensor|accel|bmi|kxcj|lsm6'; "
                    + "a newer kernel may know the sensor; in a container run this on the host")
        }
        guard obstacle.isEmpty else {
            return Finding(
                check, .warning,
                "Linux \(kernel); libiio refuses all devices for \(obstacle), which has a channel that it "
                    + "cannot name: only attributes can be read",
                step: "install a newer libiio, or unload the driver of \(obstacle) if nobody needs it")
        }
        let count = verdicts.count == 1 ? "1 IIO device" : "\(verdicts.count) IIO devices"
        return Finding(check, .ok, "Linux \(kernel), \(count)")
    }

    private var sensor: Finding {
        switch choice {
        case .pair(let pair):
            let driver = state(of: pair.accel)?.driver.map { ", driver \($0)" } ?? ""
            if let slow = chosen.compactMap(\.slowAttribute).first {
                return Finding(
                    "sensor", .fault,
                    "\(pair.accel.title)\(driver): \(slow) does not answer within "
                        + "\(Survey.patience) s", step: "suspend and resume, or reload the driver")
            }
            return Finding("sensor", .ok, "\(pair.accel.title)\(driver): \(pair.reason)")
        case .none(let reason):
            guard !verdicts.isEmpty else {
                return Finding("sensor", .fault, reason, step: "what stands under kernel comes first")
            }
            let other = verdicts.first { $0.node.sensors.contains(.accel) }?.node
            return Finding(
                "sensor", .fault, reason,
                step: other.map {
                    "take \($0.name) anyway if it moves with the screen: parallaxd --device \($0.id)"
                } ?? "parallaxctl list says of each device why it does not serve; parallaxd waits for another"
            )
        }
    }

    private var gyroscope: Finding {
        let check = "gyroscope"
        guard let pair, let gyro = pair.gyro else {
            return Finding(check, .note, "none that belongs to it: tilt comes from the accelerometer alone")
        }
        if let reading, reading.health.state == .ok, let device = reading.device,
            !device.sensors.contains(.gyro)
        {
            return Finding(
                check, .warning, "\(gyro.title) is there, but parallaxd goes on without it",
                step: "see what parallaxd says of it below; reloading its driver may help")
        }
        return Finding(
            check, .ok, pair.separateGyro == nil ? "in the same device" : "\(gyro.title), the nearest one")
    }

    private func permission(_ device: DeviceState, _ check: String) -> Finding {
        let id = device.node.id
        guard device.mayReadReadings else {
            return Finding(
                check, .fault, "this user may not read \(id)", step: "run it as root: sudo parallaxctl doctor"
            )
        }
        guard device.node.hasBuffer else { return Finding(check, .ok, "readings may be read") }
        guard device.isNodeThere else {
            return Finding(
                check, .warning, "/dev/\(id) is missing, so that its buffer cannot be read",
                step: "run parallaxd where /dev has it: a container must be given /dev/\(id)")
        }
        if hasUnit, device.isGiven == false {
            return Finding(
                check, .warning, "udev has not given \(id) to the service, which can only read attributes",
                step: "sudo udevadm trigger --action=change \(device.directory); if that does not help, "
                    + "see whether udev has 61-parallaxd.rules: udevadm test \(device.directory)")
        }
        if device.mayOpenNode, device.mayChangeSettings {
            return Finding(check, .ok, "readings, /dev/\(id) and settings are open to this user")
        }
        if answer != nil {
            return Finding(check, .ok, "this user may only read attributes, which is parallaxd's affair")
        }
        guard !isRoot else {
            return Finding(
                check, .warning, "even root may not change its settings here: only attributes can be read",
                step: "make /sys/devices writable for parallaxd: a container or sandbox has it read-only")
        }
        return Finding(
            check, .warning, "this user may read attributes, but neither /dev/\(id) nor settings",
            step: "run parallaxd as a service or as root; as this user it polls attributes")
    }

    var seat: Finding {
        let check = "seat"
        if case .denied(let reason) = daemon {
            return Finding(
                check, .fault, "parallaxd turns this user away: \(reason)",
                step: "log in at the machine itself, not over the network; root is always let in")
        }
        if answer != nil { return Finding(check, .ok, "parallaxd lets this user in") }
        if isRoot { return Finding(check, .ok, "root is always let in") }
        switch isOnSeat {
        case true?: return Finding(check, .ok, "this user sits at the machine and will be let in")
        case false?:
            return Finding(
                check, .warning,
                "this user does not sit at the machine: the system's parallaxd turns it away",
                step: "log in at the machine itself, or start a parallaxd of this user's own")
        case nil:
            return Finding(
                check, .note, "no logind: parallaxd lets in root and its own user only",
                step: "run clients as root or as the user of parallaxd")
        }
    }
}

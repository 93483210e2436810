import CSystemd
import Glibc
import LinuxIO
package import MotionCore
package import Sensors

/// Looks at the machine, and changes nothing.
package struct Survey {
    /// How long a driver may take to answer, in s: a mute hub takes 5 for each axis.
    static let patience = 6

    package var evidence = Evidence()
    private let selector: DeviceSelector

    /// Looks at devices and neighbours as they are now: before the daemon is woken, which changes them.
    package init(_ selector: DeviceSelector = .auto) {
        self.selector = selector
        evidence.kernel = attribute("/proc/sys/kernel/osrelease") ?? ""
        evidence.isRoot = ownUser == 0
        let answer = unsafe sd_uid_is_on_seat(ownUser, 1, "seat0")
        evidence.isOnSeat = answer < 0 ? nil : answer > 0
        evidence.hasUnit = isUnitInstalled("parallaxd.service")
        lookAtDevices()
        evidence.proxy.isInstalled = isUnitInstalled("iio-sensor-proxy.service")
        evidence.proxy.isRunning = !processes(named: "iio-sensor-proxy").isEmpty
        evidence.exclusive = exclusiveMode()
        choose(nil)
    }

    private mutating func lookAtDevices() {
        evidence.triggers = entries(of: "/sys/bus/iio/devices").sorted()
            .filter { $0.hasPrefix("trigger") }
            .compactMap { attribute("/sys/bus/iio/devices/\($0)/name") }
            .map { Evidence.Trigger(name: $0, isTimer: fileExists("\(timers)/\($0)")) }
        evidence.hasTimers = fileExists(timers)
        do throws(Errno) {
            let catalog = try DeviceCatalog()
            evidence.obstacle = catalog.obstacle
            evidence.verdicts = Verdict.all(among: catalog.nodes)
            evidence.devices = try catalog.nodes.map(deviceState)
        } catch {
            evidence.failure = "\(error)"
        }
    }

    /// Chooses as the daemon does, or what it reads now where nothing was asked for by name.
    package mutating func choose(_ device: SensorDevice?) {
        let nodes = evidence.verdicts.map(\.node)
        var pair: SensorPair?
        if selector == .auto, let device, nodes.contains(where: { $0.id == device.id }) {
            do throws(SelectionFailure) {
                pair = try select(
                    .named(device.id), gyro: device.gyro.map(GyroSelector.named) ?? .auto, among: nodes)
                pair?.reason = "what parallaxd reads"
            } catch {}
        }
        do throws(SelectionFailure) {
            let chosen: SensorPair
            if let pair { chosen = pair } else { chosen = try select(selector, gyro: .auto, among: nodes) }
            evidence.choice = .pair(chosen)
        } catch {
            switch error {
            case .nothing(let sentence), .noSuchDevice(let sentence): evidence.choice = .none(sentence)
            }
        }
    }

    /// Reads the chosen sensors' raw values for `seconds`, at most `rate` times a second.
    package mutating func readRaw(seconds: Double, rate: Double) {
        guard let pair = evidence.pair else { return }
        var raw = RawReadings(evidence.devices, pair)
        do throws(Errno) {
            raw.readings = try read(
                raw.sources.map(\.file), rounds: max(1, Int(seconds * rate)), period: Int64(1e9 / rate),
                seconds: seconds, patience: Double(Survey.patience))
        } catch {
            return
        }
        // Looked at now, not before: meanwhile the daemon may have begun.
        if attribute("\(pair.accel.path)/buffer/enable") == "1" {
            let state = evidence.devices.first { $0.node.id == pair.accel.id }
            raw.besideBuffer = state.flatMap { evidence.runner(of: $0) } ?? "another program"
        }
        evidence.raw = raw
    }
}

private let timers = "/sys/kernel/config/iio/triggers/hrtimer"

private func isUnitInstalled(_ name: String) -> Bool {
    ["/usr/lib", "/lib", "/etc"].contains { fileExists("\($0)/systemd/system/\(name)") }
}

private func deviceState(_ node: SensorNode) throws(Errno) -> DeviceState {
    var state = DeviceState(node)
    state.driver = resolvedPath("\(node.path)/../driver").flatMap {
        $0.split(separator: "/").last.map(String.init)
    }
    // A mute hub has many devices.
    try state.readAttributes(patience: node.sensors.isEmpty ? 1 : Double(Survey.patience))
    state.properties = try udevProperties(ofDeviceAt: node.path)
    let device = "/dev/\(node.id)"
    state.isNodeThere = fileExists(device)
    state.mayOpenNode = mayWrite(device)
    let kind = node.sensors.contains(.accel) ? Sensor.accel : .gyro
    state.mayReadReadings = mayRead("\(node.path)/in_\(kind.attributeName)_x_raw")
    state.mayChangeSettings = mayWrite("\(node.path)/buffer/enable")
    if let service = groupNumber("parallaxd") {
        state.isGiven = [device, "\(node.path)/buffer/enable"].allSatisfy { group(ofFile: $0) == service }
    }
    state.holders = holders(ofFile: device).map(program)
    state.owner = FileLock.holder(of: node.path).map(program)
    let places = [SocketPath.systemNotes, SocketPath.runtimeDirectory].compactMap { $0 }
    state.hasNote = places.contains { fileExists("\($0)/\(node.id).settings") }
    return state
}

private func program(_ pid: Int32) -> Evidence.Program { Evidence.Program(name: programName(pid), pid: pid) }

private func exclusiveMode() -> Evidence.Exclusive {
    var found = Evidence.Exclusive()
    found.hasFlag = fileExists("/run/parallaxd-exclusive")
    found.hasUinput = fileExists("/dev/uinput")
    let inputs = "/sys/class/input"
    for input in entries(of: inputs) where input.hasPrefix("input") {
        guard attribute("\(inputs)/\(input)/name") == "parallaxd accelerometer" else { continue }
        found.hasInputDevice = true
        for node in entries(of: "\(inputs)/\(input)") where node.hasPrefix("js") {
            found.joysticks[node] = permissions(ofFile: "/dev/input/\(node)")
        }
    }
    return found
}

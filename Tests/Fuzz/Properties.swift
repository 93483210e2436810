import CIIOShim
import Fusion
import MotionCore
import Sensors

/// What udev's database and our own files say: devices as blocks of lines `KEY=VALUE`, a stored offset or
/// mounting, or a note of settings.
func checkProperties(_ input: [UInt8]) {
    let text = String(decoding: input.prefix { $0 != 0 }, as: UTF8.self)
    checkDevices(text)
    checkBias(text)
    checkMounting(text)
    checkSettings(text)
}

private func checkDevices(_ text: String) {
    var nodes: [SensorNode] = []
    var block: [String: String] = [:]
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).prefix(200) {
        if line.isEmpty {
            nodes.append(node(block, number: nodes.count))
            block = [:]
        } else if let equals = line.firstIndex(of: "=") {
            block[String(line[..<equals])] = String(line[line.index(after: equals)...])
        }
    }
    nodes.append(node(block, number: nodes.count))
    let verdicts = Verdict.all(among: nodes)
    precondition(verdicts.count == nodes.count, "each device has a verdict")
    precondition(verdicts.allSatisfy { !$0.sentence.isEmpty }, "each verdict has a reason")
    let pair: SensorPair
    do throws(SelectionFailure) { pair = try select(.auto, gyro: .auto, among: nodes) } catch {
        precondition(!verdicts.contains { $0.isChosen }, "what fails has chosen nothing")
        return
    }
    precondition(pair.accel.part == .display || pair.accel.part == nil, "it moves with the display")
    precondition(pair.accel.sensors.contains(.accel), "the accelerometer is one")
    precondition(pair.gyro?.sensors.contains(.gyro) != false, "the gyroscope is one")
    for rotation in [pair.axes.accel, pair.axes.gyro] {
        precondition(Rotation(elements: rotation.elements) != nil, "\(rotation) is no rotation")
    }
}

private func node(_ block: [String: String], number: Int) -> SensorNode {
    func text(_ key: String) -> String { block[key] ?? "" }
    var sensors: Set<Sensor> = []
    if text("SENSORS") != "gyro" { sensors.insert(.accel) }
    if text("SENSORS") != "accel" { sensors.insert(.gyro) }
    var node = SensorNode(
        id: "iio:device\(number)", name: text("NAME"), path: block["DEVPATH"] ?? "/sys/\(number)",
        sensors: sensors)
    node.label = text("LABEL")
    node.part = SensorNode.part(
        label: text("LABEL"), location: text("LOCATION"), udev: block["ACCEL_LOCATION"])
    if node.part != nil {
        let said = [text("LABEL"), text("LOCATION"), text("ACCEL_LOCATION")]
        precondition(said.contains { $0.contains(/display|lid|base|camera/) }, "nobody said so")
    }
    node.udevMatrix = block["ACCEL_MOUNT_MATRIX"]
    node.accelMatrix = text("in_accel_mount_matrix")
    node.gyroMatrix = text("in_anglvel_mount_matrix")
    node.quirks = Quirks { block[$0] }
    let rate = node.wantedRate(for: 60)
    precondition((100...10_000).contains(rate), "\(rate) is no rate to ask for")
    return node
}

private func checkBias(_ text: String) {
    let stored: StoredBias
    do throws(StoredBias.Failure) { stored = try StoredBias(text) } catch {
        precondition(!error.message.isEmpty, "there is no reason")
        return
    }
    precondition(stored.date >= 0 && stored.bias.length <= 1, "\(stored) is no offset")
    do throws(StoredBias.Failure) {
        let again = try StoredBias(stored.text)
        precondition(again.bias == stored.bias && again.deviation == stored.deviation, "numbers change")
        precondition(again.text == stored.text, "what is written is not what was read")
    } catch {
        preconditionFailure("what is written cannot be read: \(error)")
    }
    var settings = AttitudeFilter.Settings()
    settings.use(stored)
    let deviation = settings.biasDeviation
    precondition(deviation.isFinite && min(deviation.x, deviation.y, deviation.z) > 0, "\(deviation) is none")
}

private func checkMounting(_ text: String) {
    let stored: StoredMounting
    do throws(StoredMounting.Failure) { stored = try StoredMounting(text) } catch {
        precondition(!error.message.isEmpty, "there is no reason")
        return
    }
    do throws(StoredMounting.Failure) {
        let again = try StoredMounting(stored.text)
        precondition(again.rotation == stored.rotation && again.date == stored.date, "numbers change")
        precondition(again.text == stored.text, "what is written is not what was read")
    } catch {
        preconditionFailure("what is written cannot be read: \(error)")
    }
}

private func checkSettings(_ text: String) {
    var lines: [String] = []
    let result = withUnsafeMutablePointer(to: &lines) { lines in
        plx_settings_parse(
            text,
            { context, path, value in
                let path = String(cString: path), value = String(cString: value)
                precondition(value.utf8.count < PLX_VALUE_SIZE, "no attribute is as long")
                let parts = path.split(separator: "/", omittingEmptySubsequences: false)
                let folders = ["buffer", "scan_elements", "trigger", "."]
                precondition(
                    parts.count == 1 || (parts.count == 2 && folders.contains { $0 == parts[0] }),
                    "\(path) leaves the device's directory")
                precondition(!["", ".", ".."].contains(parts.last), "\(path) is no file")
                context.assumingMemoryBound(to: [String].self).pointee.append("\(path) \(value)")
                return 0
            }, lines)
    }
    guard result == 0 else { return }
    let read = lines.map { $0 + "\n" }.joined()
    precondition(read == text || read == text + "\n", "a line was passed over")
}

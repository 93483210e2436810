import LinuxIO
import MotionCore
import MotionWire
import Sensors
import Testing

@testable import Diagnosis

/// A change to a healthy machine and what it is to lead to.
struct Ailment: Sendable, CustomTestStringConvertible {
    var testDescription: String
    let check: String
    let grade: Finding.Grade
    /// What the finding says.
    let found: String
    /// What its next step says; nil for no step.
    let step: String?
    let change: @Sendable (inout Machine) -> Void

    init(
        _ description: String, _ check: String, _ grade: Finding.Grade, _ found: String, step: String? = nil,
        _ change: @escaping @Sendable (inout Machine) -> Void
    ) {
        testDescription = description
        self.check = check
        self.grade = grade
        self.found = found
        self.step = step
        self.change = change
    }

    func verify() throws {
        var machine = Machine()
        change(&machine)
        let finding = try #require(machine.findings[check])
        #expect(finding.grade == grade, "\(finding)")
        #expect(finding.found.contains(found), "\(finding)")
        if let step {
            #expect(finding.step?.contains(step) == true, "\(finding)")
        } else {
            #expect(finding.step == nil, "\(finding)")
        }
    }
}

@Suite struct FindingTests {
    @Test func `on a healthy machine beside a daemon nothing is found`() {
        var machine = Machine()
        machine.measure(milliseconds: 1)
        let findings = machine.findings
        #expect(findings.count == 18)
        for (check, finding) in findings {
            let isOpen = check == "handedness" || check == "beside buffer"
            #expect(finding.grade == (isOpen ? .skipped : .ok), "\(finding)")
            #expect(finding.step == nil || isOpen, "\(finding)")
        }
        #expect(findings["rate"]?.found == "100 samples a second arrive; parallaxd asks for 100 or more")
        #expect(findings["noise"]?.found == "accelerometer 0.01 m/s2, gyroscope 0.0573 deg/s at rest")
        #expect(findings["raw reads"]?.found == "3 ms for three axes, at most 3 ms")
    }

    @Test func `without any device the kernel is at fault and what follows from it is not judged`() {
        var evidence = Evidence()
        evidence.kernel = "6.1"
        evidence.choice = .none("no accelerometer with three axes on this machine")
        let findings = evidence.findings
        #expect(findings.map(\.check) == ["kernel", "sensor", "proxy", "exclusive", "socket", "seat"])
        #expect(findings.prefix(2).allSatisfy { $0.grade == .fault && $0.step != nil })
    }

    @Test func `a machine with a sensor in the base only is told how to take it anyway`() throws {
        var base = SensorNode(id: "iio:device1", name: "kxcj", path: "/b", sensors: [.accel])
        base.part = .base
        var evidence = Evidence()
        evidence.verdicts = Verdict.all(among: [base])
        evidence.choice = .none("only accelerometers that do not move with the display")
        let finding = try #require(evidence.findings.first { $0.check == "sensor" })
        #expect(finding.grade == .fault)
        #expect(finding.step?.contains("parallaxd --device iio:device1") == true)
    }

    @Test func `a fault, a warning and a note come in this order`() {
        #expect(Finding.Grade.allCases.sorted() == [.ok, .skipped, .note, .warning, .fault])
    }

    static let rights: [Ailment] = [
        Ailment("no permission to read", "permission", .fault, "may not read", step: "as root") {
            $0.state.mayReadReadings = false
        },
        Ailment("a user without the node", "permission", .warning, "neither /dev/iio", step: "service") {
            $0.evidence.isRoot = false
            $0.state.mayOpenNode = false
            $0.absence = .noFile
        },
        Ailment("a user beside a daemon", "permission", .ok, "parallaxd's affair") {
            $0.evidence.isRoot = false
            $0.state.mayOpenNode = false
        },
        Ailment("a read-only /sys", "permission", .warning, "even root", step: "writable") {
            $0.state.mayChangeSettings = false
            $0.absence = .noFile
        },
        Ailment("a service without rights", "permission", .warning, "has not given", step: "udevadm trigger")
        {
            $0.evidence.hasUnit = true
            $0.state.isGiven = false
        },
        Ailment("a service with rights", "permission", .ok, "open to this user") {
            $0.evidence.hasUnit = true
            $0.state.isGiven = true
        },
        Ailment("a container without nodes", "permission", .warning, "is missing", step: "container") {
            $0.state.isNodeThere = false
        },
        Ailment("another seat", "seat", .warning, "does not sit", step: "log in") {
            $0.absence = .noFile
            $0.evidence.isRoot = false
            $0.evidence.isOnSeat = false
        },
        Ailment("no logind", "seat", .note, "no logind", step: "root") {
            $0.absence = .noFile
            $0.evidence.isRoot = false
        },
        Ailment("no daemon", "socket", .fault, "there is no /run", step: "sudo parallaxd") {
            $0.absence = .noFile
        },
        Ailment("a service that does not run", "socket", .fault, "nobody listens", step: "parallaxd.socket") {
            $0.absence = .connectionRefused
            $0.evidence.hasUnit = true
        },
        Ailment("a daemon at another socket", "socket", .fault, "parallaxd (pid 7) has", step: "/proc/7/") {
            $0.absence = .noFile
            $0.state.owner = Evidence.Program(name: "parallaxd", pid: 7)
        },
        Ailment("an old daemon", "socket", .note, "parallaxd 0.0.1 answers", step: "restart parallaxd") {
            $0.answer.server = "parallaxd 0.0.1"
        },
        Ailment("a daemon whose sensor sleeps", "daemon", .fault, "stale: no sample", step: "bmi160_i2c") {
            $0.answer.health = Health(.stale, reason: "no sample for 0.5 s")
        },
        Ailment("a busy sensor", "daemon", .fault, "hhd has it", step: "end that program") {
            $0.answer.health = Health(.busy, reason: "hhd has it")
        },
        Ailment("a daemon that simulates", "daemon", .note, "simulated hand", step: "--device") {
            $0.answer.device?.id = "sim"
            $0.answer.device?.name = "simulated hand"
        },
        Ailment("a daemon with a remark", "daemon", .note, "raw reading, for reasons") {
            $0.answer.remark = "raw reading, for reasons"
        },
        Ailment("a lost gyroscope", "gyroscope", .warning, "goes on without it", step: "driver") {
            $0.answer.device?.sensors = [.accel]
        },
    ]

    static let settings: [Ailment] = [
        Ailment("a mute driver", "sensor", .fault, "in_accel_hysteresis does not answer", step: "suspend") {
            $0.state.slowAttribute = "in_accel_hysteresis"
        },
        Ailment("a foreign timer", "trigger", .warning, "a timer of another program", step: "| sudo tee /sys")
        {
            $0.set(["trigger/current_trigger": "hhd"])
            $0.evidence.triggers.append(Evidence.Trigger(name: "hhd", isTimer: true))
        },
        Ailment("a trigger for motion", "trigger", .warning, "not the driver's own", step: "detach") {
            $0.set(["trigger/current_trigger": "bmi160-any-motion-dev0"])
        },
        Ailment("a timer of a killed daemon", "trigger", .warning, "left attached", step: "--put-back") {
            $0.absence = .noFile
            $0.set(["trigger/current_trigger": "parallaxd-device0"])
            $0.state.hasNote = true
        },
        Ailment("the daemon's timer", "trigger", .ok, "parallaxd's timer") {
            $0.set(["trigger/current_trigger": "parallaxd-device0"])
        },
        Ailment("no trigger and no timers", "trigger", .note, "no timers", step: "modprobe iio-trig-hrtimer")
        {
            $0.absence = .noFile
            $0.evidence.triggers = []
            $0.set(["trigger/current_trigger": ""])
        },
        Ailment("elements left on", "buffer", .warning, "2 of 3 elements left on by nobody", step: "_en; do")
        {
            $0.setElements(["1", "1", "0"])
        },
        Ailment("elements of a killed daemon", "buffer", .warning, "left on", step: "parallaxd --put-back") {
            $0.setElements(["1", "1", "1"])
            $0.state.hasNote = true
        },
        Ailment("a buffer left on", "buffer", .fault, "left on by nobody", step: "echo 0 | sudo tee") {
            $0.absence = .noFile
            $0.set(["buffer/enable": "1"])
        },
        Ailment("a buffer that a user cannot see into", "buffer", .note, "only root", step: "sudo") {
            $0.absence = .noFile
            $0.evidence.isRoot = false
            $0.set(["buffer/enable": "1"])
        },
        Ailment("another program's buffer", "buffer", .note, "hhd (pid 9) runs it", step: "end hhd") {
            $0.set(["buffer/enable": "1"])
            $0.state.holders = [Evidence.Program(name: "hhd", pid: 9)]
        },
        Ailment("the daemon's buffer", "buffer", .ok, "parallaxd (pid 8) runs it") {
            $0.set(["buffer/enable": "1"])
            $0.state.holders = [Evidence.Program(name: "parallaxd", pid: 8)]
        },
        Ailment("a driver without a buffer", "buffer", .ok, "attributes are read") {
            $0.chip.hasBuffer = false
        },
        Ailment("few samples", "rate", .warning, "only 20 samples", step: "sampling_frequency_available") {
            $0.answer.scans = Machine.rest(seconds: 20).filter { $0.time.microseconds % 50_000 == 0 }
        },
        Ailment("a slow sensor without a daemon", "rate", .note, "no more than 25 Hz") {
            $0.absence = .noFile
            $0.set(["sampling_frequency_available": "[12.5 25]"])
        },
        Ailment("no scale", "scale", .warning, "names no scale for its gyroscope", step: "--report") {
            $0.state.attributes["in_anglvel_scale"] = nil
        },
        Ailment("a wrong scale", "scale", .warning, "reads 1.02 m/s2 instead", step: "--report") {
            $0.set(["in_accel_scale": "0.000062"])
            $0.measure(milliseconds: 1)
        },
    ]

    static let readings: [Ailment] = [
        Ailment("no matrix", "matrix", .note, "none: ", step: "parallaxctl calibrate") {
            $0.mount(kernel: "")
        },
        Ailment("a singular matrix", "matrix", .warning, "is unusable", step: "parallaxctl calibrate") {
            $0.mount(kernel: "0, 0, 0; 0, 0, 0; 0, 0, 0")
        },
        Ailment("two matrices", "matrix", .note, "udev's, 1, 0, 0; 0, 1, 0; 0, 0, -1; a reflection") {
            $0.mount(kernel: "0, 1, 0; -1, 0, 0; 0, 0, 1", udev: "1, 0, 0; 0, 1, 0; 0, 0, -1")
        },
        Ailment("a calibration", "matrix", .ok, "a calibration in place") {
            $0.answer.device?.axes = SensorAxes()
        },
        Ailment("both sensors agree", "handedness", .ok, "the same motion") { machine in
            machine.answer.scans = Machine.motion(in: machine.pair.axes)
        },
        Ailment("turned axes", "handedness", .warning, "its axes are turned", step: "--report") { machine in
            var axes = machine.pair.axes
            axes.gyro = Rotation.quarterTurns[5] * axes.gyro
            machine.answer.scans = Machine.motion(in: axes)
        },
        Ailment("axes that the daemon turned", "handedness", .note, "parallaxd turned them", step: "--report")
        {
            $0.answer.device?.axes.gyro = Rotation.quarterTurns[5]
        },
        Ailment("a dead gyroscope", "handedness", .fault, "says the same", step: "driver") { machine in
            machine.answer.scans = Machine.motion(in: machine.pair.axes).map { scan in
                scan.sensor == .accel ? scan : Scan(sensor: .gyro, time: scan.time, value: .zero)
            }
        },
        Ailment("zeros", "noise", .fault, "nothing but zeros", step: "driver") {
            $0.answer.scans = $0.answer.scans.map { Scan(sensor: $0.sensor, time: $0.time, value: .zero) }
        },
        Ailment("motion", "noise", .note, "the device moves", step: "lay it down") {
            $0.answer.scans = $0.answer.scans.enumerated().map { index, scan in
                Scan(sensor: scan.sensor, time: scan.time, value: Double(index % 3) * scan.value)
            }
        },
        Ailment("the same reading again and again", "noise", .note, "200 readings in a row", step: "watch") {
            $0.answer.scans = $0.answer.scans.map {
                Scan(sensor: $0.sensor, time: $0.time, value: Vector3(0, 0, 9.8))
            }
        },
        Ailment("slow raw reads", "raw reads", .warning, "it gives 1.08 samples", step: "PARALLAXD_RATE") {
            $0.answer.device?.mode = .poll
            $0.measure(milliseconds: 310)
        },
        Ailment("slow raw reads beside a buffer", "raw reads", .note, "is not held up") {
            $0.measure(milliseconds: 310)
        },
        Ailment("a mute hub", "raw reads", .fault, "within 6 s, one axis took 5000 ms", step: "suspend") {
            $0.measure(milliseconds: 5000)
            $0.evidence.raw?.readings.removeLast(11)
        },
        Ailment("raw reads that fail", "raw reads", .fault, "Input/output error", step: "dmesg") {
            $0.measure(milliseconds: 1, .failure(Errno(rawValue: 5)))
        },
        Ailment("raw reads refused for a buffer", "beside buffer", .note, "(EBUSY)") {
            $0.measure(milliseconds: 1, .failure(.busy))
            $0.evidence.raw?.besideBuffer = "parallaxd"
        },
        Ailment("raw reads beside a buffer", "beside buffer", .ok, "parallaxd runs the buffer, 6 ms") {
            $0.measure(milliseconds: 2)
            $0.evidence.raw?.besideBuffer = "parallaxd"
        },
    ]

    @Test(arguments: rights + settings + readings)
    func `what ails a machine is found and comes with a next step`(ailment: Ailment) throws {
        try ailment.verify()
    }
}

package import LinuxIO
package import MotionCore
package import MotionWire
package import Sensors

/// What was seen of a machine and its daemon: all that findings are made of.
package struct Evidence: Sendable {
    package enum Choice: Sendable {
        case pair(SensorPair)
        /// A sentence that says why there is none.
        case none(String)
    }

    /// A running program.
    package struct Program: Hashable, Sendable {
        package var name: String
        package var pid: Int32

        package init(name: String, pid: Int32) {
            self.name = name
            self.pid = pid
        }

        var title: String { "\(name) (pid \(pid))" }
        var isDaemon: Bool { name == "parallaxd" }
    }

    /// Something that makes devices sample.
    package struct Trigger: Hashable, Sendable {
        package var name: String
        /// Whether it is a timer that a program has made.
        package var isTimer: Bool

        package init(name: String, isTimer: Bool = false) {
            self.name = name
            self.isTimer = isTimer
        }
    }

    /// iio-sensor-proxy, by which desktops turn the screen.
    package struct Proxy: Hashable, Sendable {
        package var isInstalled = false
        package var isRunning = false

        package init() {}
    }

    /// What is there of the daemon's mode in which it owns the sensor and feeds the desktop by itself.
    package struct Exclusive: Hashable, Sendable {
        package var hasFlag = false
        package var hasUinput = false
        package var hasInputDevice = false
        /// Permissions of the joystick nodes of the input device.
        package var joysticks: [String: UInt32] = [:]

        package init() {}
    }

    /// What came of connecting to the daemon.
    package enum Daemon: Sendable {
        case absent(Errno)
        case denied(String)
        /// systemd listens and cannot start it.
        case failing(String)
        /// It listens, and says nothing that could be understood.
        case mute(String)
        case answers(Answer)

        package var answer: Answer? {
            if case .answers(let answer) = self { answer } else { nil }
        }
    }

    package struct Answer: Sendable {
        package var server: String
        package var health: Health
        package var device: SensorDevice?
        package var remark: String?
        /// Samples as they came, in the order in which they came.
        package var scans: [Scan] = []

        package init(server: String, health: Health) {
            self.server = server
            self.health = health
        }
    }

    /// The kernel's release.
    package var kernel = ""
    /// The device because of which libiio refuses all; empty where there is none.
    package var obstacle = ""
    /// Why there is no list of devices.
    package var failure: String?
    package var verdicts: [Verdict] = []
    package var devices: [DeviceState] = []
    package var triggers: [Trigger] = []
    /// Whether the kernel lets programs make timers for triggers.
    package var hasTimers = false
    package var choice = Choice.none("nothing was looked at")
    package var isRoot = false
    /// Whether this user sits at the machine; nil where no logind knows.
    package var isOnSeat: Bool?
    package var proxy = Proxy()
    package var exclusive = Exclusive()
    /// Whether the daemon is installed as a service.
    package var hasUnit = false
    /// Where a daemon is looked for.
    package var socket = ""
    package var daemon = Daemon.absent(.noFile)
    package var raw: RawReadings?

    package init() {}
}

extension Evidence {
    package var pair: SensorPair? {
        if case .pair(let pair) = choice { pair } else { nil }
    }

    var answer: Answer? { daemon.answer }

    func state(of node: SensorNode) -> DeviceState? { devices.first { $0.node.id == node.id } }

    /// Those that are read: the accelerometer, and the gyroscope where it is another device.
    var chosen: [DeviceState] {
        guard let pair else { return [] }
        return ([pair.accel] + (pair.separateGyro.map { [$0] } ?? [])).compactMap(state)
    }

    /// What the daemon reads from the chosen accelerometer; nil where it reads another or nothing.
    var reading: Answer? {
        guard let answer, answer.device?.id == pair?.accel.id else { return nil }
        return answer
    }
}

package import MotionCore

/// How the daemon fares.
package struct Health: Hashable, Sendable {
    package enum State: String, Hashable, Sendable {
        case ok
        /// There is nothing to read.
        case noDevice = "no-device"
        /// Another program has the sensor.
        case busy
        /// The sensor gives nothing new.
        case stale
        /// The machine sleeps.
        case suspended
    }

    package var state: State
    /// A sentence that says why, where the state is not `ok`.
    package var reason: String?

    package init(_ state: State, reason: String? = nil) {
        self.state = state
        self.reason = reason
    }

    package static let ok = Health(.ok)
}

/// The first line on a connection.
package struct Hello: Hashable, Sendable {
    /// Grows when a client of the one before would not understand.
    package static let currentVersion: Int64 = 1

    /// The protocol's version.
    package var version: Int64
    /// Program and version.
    package var server: String
    /// Frames a second until asked otherwise.
    package var rate: Double
    /// The most frames a second that can be had.
    package var maxRate: Double
    package var device: SensorDevice?
    package var health: Health

    package init(server: String, rate: Double, maxRate: Double, device: SensorDevice?, health: Health) {
        version = Hello.currentVersion
        self.server = server
        self.rate = rate
        self.maxRate = maxRate
        self.device = device
        self.health = health
    }

    package var json: JSON {
        .object(
            [
                JSON.Member("type", "hello"),
                JSON.Member("protocol", .int(version)),
                JSON.Member("server", .string(server)),
                JSON.Member("rate", .number(rate)),
                JSON.Member("max_rate", .number(maxRate)),
                JSON.Member("device", device?.json ?? nil),
            ] + health.members)
    }

    init?(_ json: JSON) {
        guard let version = json["protocol"]?.int, let server = json["server"]?.string,
            let rate = json["rate"]?.number, let maxRate = json["max_rate"]?.number,
            let health = Health(json)
        else { return nil }
        self.init(
            server: server, rate: rate, maxRate: maxRate, device: json["device"].flatMap(SensorDevice.init),
            health: health)
        self.version = version
    }
}

/// A change of state or of device.
package struct StateChange: Hashable, Sendable {
    package var health: Health
    package var device: SensorDevice?

    package init(health: Health, device: SensorDevice?) {
        self.health = health
        self.device = device
    }

    package var json: JSON {
        .object(
            [JSON.Member("type", "state")] + health.members + [JSON.Member("device", device?.json ?? nil)])
    }

    init?(_ json: JSON) {
        guard let health = Health(json) else { return nil }
        self.init(health: health, device: json["device"].flatMap(SensorDevice.init))
    }
}

extension Health {
    package var members: [JSON.Member] {
        [JSON.Member("state", .string(state.rawValue))]
            + (reason.map { [JSON.Member("reason", .string($0))] } ?? [])
    }

    init?(_ json: JSON) {
        guard let state = json["state"]?.string.flatMap(State.init) else { return nil }
        self.init(state, reason: json["reason"]?.string)
    }
}

extension SensorDevice {
    package var json: JSON {
        var members = [JSON.Member("id", .string(id))]
        if let gyro { members.append(JSON.Member("gyro", .string(gyro))) }
        members += [
            JSON.Member("name", .string(name)),
            JSON.Member("sensors", sensors.json),
            JSON.Member("mode", .string(mode.rawValue)),
            JSON.Member("accel_matrix", .array(axes.accel.elements.map(JSON.number))),
            JSON.Member("gyro_matrix", .array(axes.gyro.elements.map(JSON.number))),
        ]
        return .object(members)
    }

    init?(_ json: JSON) {
        guard let id = json["id"]?.string, let name = json["name"]?.string,
            let sensors = json["sensors"]?.array, let mode = json["mode"]?.string.flatMap(Mode.init)
        else { return nil }
        self.init(
            id: id, gyro: json["gyro"]?.string, name: name,
            sensors: Set(sensors.compactMap { $0.string.flatMap(Sensor.init) }), mode: mode,
            axes: SensorAxes(accel: json.rotation("accel_matrix"), gyro: json.rotation("gyro_matrix")))
    }
}

extension JSON {
    /// A sensor of the machine, as `devices` and `parallaxctl list` tell it.
    package static func device(
        id: String, name: String, label: String, part: String?, path: String, sensors: Set<Sensor>,
        isChosen: Bool, verdict: String
    ) -> JSON {
        [
            "id": .string(id), "name": .string(name), "label": .string(label),
            "part": part.map(JSON.string) ?? nil, "path": .string(path), "sensors": sensors.json,
            "chosen": .bool(isChosen), "verdict": .string(verdict),
        ]
    }

    /// A whole number without a fraction, as most would write it.
    package static func number(_ value: Double) -> JSON {
        Int64(exactly: value).map(JSON.int) ?? .double(value)
    }

    /// With one decimal.
    package static func tenths(_ value: Double) -> JSON { .number((value * 10).rounded() / 10) }

    fileprivate func rotation(_ key: String) -> Rotation {
        self[key]?.array.flatMap { Rotation(elements: $0.compactMap(\.number)) } ?? .identity
    }
}

extension Set<Sensor> {
    fileprivate var json: JSON {
        .array(Sensor.allCases.filter(contains).map { .string($0.rawValue) })
    }
}

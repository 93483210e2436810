package import MotionCore

/// What a client wants to receive; nil leaves it as it is.
package struct Subscription: Hashable, Sendable {
    /// Frames a second that can be asked for.
    package static let rates = 1.0...240.0

    /// Frames a second.
    package var rate: Double?
    /// Whether every sample is sent too.
    package var samples: Bool?
    package var format: View.Format?
    package var fields: [View.Field]?
    /// Whether x, y and the rest are about the picture's right and top, not the device's.
    package var followsScreen: Bool?
    /// How the picture is turned.
    package var angle: ScreenAngle?
    package var smoothing: Smoothing?
    /// How far x, y must move for a frame to be sent; 0 sends all.
    package var deadBand: Double?

    package init(
        rate: Double? = nil, samples: Bool? = nil, format: View.Format? = nil, fields: [View.Field]? = nil,
        followsScreen: Bool? = nil, angle: ScreenAngle? = nil, smoothing: Smoothing? = nil,
        deadBand: Double? = nil
    ) {
        self.rate = rate
        self.samples = samples
        self.format = format
        self.fields = fields
        self.followsScreen = followsScreen
        self.angle = angle
        self.smoothing = smoothing
        self.deadBand = deadBand
    }

    var members: [JSON.Member] {
        var members: [JSON.Member] = []
        func add(_ key: String, _ value: JSON?) {
            if let value { members.append(JSON.Member(key, value)) }
        }
        add("rate", rate.map(JSON.number))
        add("samples", samples.map(JSON.bool))
        add("format", format.map { .string($0.rawValue) })
        add("fields", fields.map { .array($0.map { .string($0.rawValue) }) })
        add("frame", followsScreen.map { $0 ? "screen" : "device" })
        add("angle", angle.map { .int(Int64($0.rawValue)) })
        add("smoothing", smoothing?.json)
        add("deadband", deadBand.map(JSON.number))
        return members
    }

    init(_ json: JSON) throws(RequestError) {
        rate = try json.value("rate", "a number from 1 to 240") {
            $0.number.flatMap { Subscription.rates.contains($0) ? $0 : nil }
        }
        samples = try json.value("samples", "true or false") { $0.bool }
        format = try json.value("format", "\"json\", \"binary\" or \"memfd\"") {
            $0.string.flatMap(View.Format.init)
        }
        fields = try json.value("fields", "an array of \(View.Field.allCases.map(\.rawValue))") { value in
            guard let names = value.array else { return nil }
            let fields = names.compactMap { $0.string.flatMap(View.Field.init) }
            return fields.count == names.count && Set(fields).count == fields.count ? fields : nil
        }
        followsScreen = try json.value("frame", "\"device\" or \"screen\"") {
            switch $0.string {
            case "device": false
            case "screen": true
            default: nil
            }
        }
        angle = try json.value("angle", "0, 90, 180 or 270") {
            $0.int.flatMap { Int(exactly: $0).flatMap(ScreenAngle.init) }
        }
        smoothing = try json.value(
            "smoothing", "\"none\", \"default\" or a time constant from 0.001 to 10 seconds", Smoothing.init)
        deadBand = try json.value("deadband", "a number from 0 to 1") {
            $0.number.flatMap { (0...1).contains($0) ? $0 : nil }
        }
    }
}

extension JSON {
    /// What `convert` makes of a member; nil without one.
    fileprivate func value<Value>(
        _ key: String, _ expected: String, _ convert: (JSON) -> Value?
    ) throws(RequestError) -> Value? {
        guard let member = self[key] else { return nil }
        guard let value = convert(member) else {
            throw RequestError(.badRequest, "\(key) must be \(expected)")
        }
        return value
    }
}

extension Smoothing {
    fileprivate init?(_ json: JSON) {
        switch json {
        case "none": self = .none
        case "default": self = .default
        default:
            guard let time = json.number, View.timeConstants.contains(time) else { return nil }
            self = .timeConstant(time)
        }
    }

    package var json: JSON {
        switch self {
        case .none: "none"
        case .default: "default"
        case .timeConstant(let time): .number(time)
        }
    }
}

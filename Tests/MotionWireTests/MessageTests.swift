import MotionCore
import Testing

@testable import MotionWire

@Suite struct MessageTests {
    private func read(_ line: String) throws(JSONError) -> Message { try Message(line: Array(line.utf8)) }

    private static let device = SensorDevice(
        id: "iio:device1", gyro: "iio:device2", name: "bmi160", sensors: [.accel, .gyro], mode: .poll,
        axes: SensorAxes(
            accel: Rotation(x: -.unitX, y: -.unitY), gyro: Rotation(x: .unitY, y: Vector3(-1, 0, 0))))

    @Test(arguments: [nil, device])
    func `a hello is read as it was written`(device: SensorDevice?) throws {
        let hello = Hello(
            server: "parallaxd 0.1.0", rate: 60, maxRate: 240, device: device,
            health: Health(.busy, reason: "\"x\" has it"))
        #expect(try Message(line: hello.json.line) == .hello(hello))
    }

    @Test(arguments: [Health.State.ok, .noDevice, .busy, .stale, .suspended])
    func `a change of state is read as it was written`(state: Health.State) throws {
        for device in [nil, Self.device] {
            let change = StateChange(health: Health(state), device: device)
            #expect(try Message(line: change.json.line) == .state(change))
        }
    }

    @Test func `an example of the protocol is read`() throws {
        let hello = try read(
            #"{"type":"hello","protocol":1,"server":"parallaxd 0.1.0","rate":60,"max_rate":240,"device":"#
                + #"{"id":"iio:device0","name":"bmi160","sensors":["accel","gyro","light"],"mode":"buffer"},"#
                + #""state":"ok"}"#)
        let device = SensorDevice(id: "iio:device0", name: "bmi160", sensors: [.accel, .gyro], mode: .buffer)
        #expect(
            hello
                == .hello(
                    Hello(server: "parallaxd 0.1.0", rate: 60, maxRate: 240, device: device, health: .ok)))
    }

    @Test func `a frame with all of its fields is read as it was written`() throws {
        let motion = Motion(
            time: Timestamp(microseconds: 1), attitude: Quaternion(w: 0.5, x: 0.5, y: -0.5, z: 0.5),
            bias: .zero,
            rotationRate: Vector3(1, -2, 3), userAcceleration: Vector3(-0.5, 0.25, 0) * .gravity,
            isResting: false, shake: 0, offset: .zero)
        let frame = Frame(
            sequence: 7, time: motion.time, offset: ViewerOffset(x: 0.5, y: -1),
            tilt: Tilt(pitch: 1, roll: -3),
            detail: Frame.Detail(motion, velocity: ViewerOffset(x: -4, y: 2)))
        var line: [UInt8] = []
        frame.append(View.Field.allCases, to: &line)
        #expect(try Message(line: line) == .tilt(frame))
    }

    @Test func `a frame without all of them has no detail`() throws {
        for left in ["q", "accel", "gyro", "vx", "vy"] {
            let fields: [String: JSON] = [
                "q": [1, 0, 0, 0], "accel": [0, 0, 0], "gyro": [0, 0, 0], "vx": 0, "vy": 0,
            ]
            for value in [nil, [1, 2] as JSON, ["a", 0, 0, 0] as JSON] {
                var members = fields
                members[left] = value
                let line = JSON.object(
                    [JSON.Member("type", "tilt"), JSON.Member("seq", 1), JSON.Member("t", 1)]
                        + members.map(JSON.Member.init))
                guard case .tilt(let frame) = try Message(line: line.line) else {
                    Issue.record("no frame")
                    return
                }
                #expect(frame.detail == nil, "\(line)")
            }
        }
    }

    @Test func `samples, gaps and replies are read`() throws {
        let scan = Scan(
            sensor: .gyro, time: Timestamp(microseconds: 81_234_567), value: Vector3(0.001, -2, 34.5))
        var line: [UInt8] = []
        scan.append(to: &line)
        #expect(try Message(line: line) == .sample(scan))
        #expect(try read(#"{"type":"gap","lost":12}"#) == .gap(lost: 12))
        guard case .reply(let reply) = try read(#"{"type":"reply","id":1,"ok":true,"uptime":3}"#) else {
            Issue.record("no reply")
            return
        }
        #expect(reply.id == 1 && reply.error == nil && reply.json["uptime"] == 3)
    }

    @Test func `a refusal keeps code, message and id`() throws {
        let error = RequestError(.denied, "not on this seat", id: "me")
        guard case .reply(let reply) = try Message(line: error.json.line) else {
            Issue.record("no reply")
            return
        }
        #expect(reply.error == error)
        guard case .reply(let strange) = try read(#"{"type":"reply","ok":false,"error":{"code":"new"}}"#)
        else {
            Issue.record("no reply")
            return
        }
        #expect(strange.error?.code == .badRequest)
    }

    @Test func `types of later versions are passed over`() throws {
        #expect(try read(#"{"type":"weather","rain":true}"#) == .unknown)
    }

    @Test(arguments: [
        "", "{}", "[]", #"{"type":7}"#, #"{"type":"hello"}"#, #"{"type":"tilt","seq":1}"#,
        #"{"type":"tilt","seq":1.5,"t":1,"x":0,"y":0,"pitch":0,"roll":0}"#,
        #"{"type":"tilt","seq":1,"t":1,"x":null,"y":0,"pitch":0,"roll":0}"#,
        #"{"type":"tilt","seq":1,"t":4000000000000000,"x":0,"y":0,"pitch":0,"roll":0}"#,
        #"{"type":"sample","sensor":"gyro","t":-9223372036854775808,"v":[1,2,3]}"#,
        #"{"type":"state"}"#, #"{"type":"state","state":"merry"}"#, #"{"type":"gap"}"#, #"{"type":"reply"}"#,
        #"{"type":"sample","sensor":"nose","t":1,"v":[1,2,3]}"#,
        #"{"type":"sample","sensor":"accel","t":1,"v":[1,2]}"#,
        #"{"type":"sample","sensor":"accel","t":1,"v":[1,2,"3"]}"#,
    ])
    func `a line without what its type needs is refused`(line: String) {
        #expect(throws: JSONError.self) { try read(line) }
    }
}

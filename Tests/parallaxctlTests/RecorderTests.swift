import MotionCore
import MotionWire
import Testing

@testable import parallaxctl

@Suite struct RecorderTests {
    private let device = SensorDevice(
        id: "iio:device0", name: "bmi160", sensors: [.accel, .gyro], mode: .buffer,
        axes: SensorAxes(accel: Rotation(x: -.unitX, y: -.unitY), gyro: Rotation(x: .unitY, y: -.unitX)))

    private func hello(_ device: SensorDevice?, _ health: Health = .ok) -> Message {
        .hello(Hello(server: "x", rate: 60, maxRate: 240, device: device, health: health))
    }

    private func scan(_ sensor: Sensor, _ microseconds: Int64, _ value: Vector3) -> Scan {
        Scan(sensor: sensor, time: Timestamp(microseconds: microseconds), value: value)
    }

    private func text(_ messages: [Message]) -> String {
        var recorder = Recorder()
        for message in messages { recorder.take(message) }
        return String(decoding: recorder.takeText(), as: UTF8.self)
    }

    @Test func `what is recorded is read as it was`() throws {
        let scans = [
            scan(.accel, 1_000_000, Vector3(0.01, -0.02, 9.81)),
            scan(.gyro, 1_000_500, Vector3(1e-6, -0.0, 34.90658503988659)),
        ]
        let recording = try Recording(text([hello(device)] + scans.map(Message.sample)).utf8)
        #expect(
            recording.entries == [
                .device("bmi160"), .matrix(.accel, device.axes.accel), .matrix(.gyro, device.axes.gyro),
                .scan(scans[0]), .scan(scans[1]),
            ])
    }

    @Test func `a device that comes later brings its matrices then`() throws {
        let turned = SensorAxes(accel: Rotation(x: .unitY, y: -.unitX))
        var other = device
        other.axes = turned
        let first = scan(.accel, 1, .unitX)
        let messages: [Message] = [
            hello(nil, Health(.noDevice, reason: "nothing\nthere")),
            .state(StateChange(health: .ok, device: device)), .sample(first),
            .state(StateChange(health: .ok, device: device)), .state(StateChange(health: .ok, device: other)),
        ]
        #expect(
            try Recording(text(messages).utf8).entries == [
                .device("bmi160"), .matrix(.accel, device.axes.accel), .matrix(.gyro, device.axes.gyro),
                .scan(first), .matrix(.accel, turned.accel), .matrix(.gyro, turned.gyro),
            ])
        #expect(text(messages).contains("# state: no-device: nothing?there\n"))
    }

    @Test func `a state that is only repeated is told once`() {
        let stale = Message.state(StateChange(health: Health(.stale), device: device))
        let told = text([hello(device), stale, stale, stale]).split(separator: "\n")
        #expect(told.filter { $0.hasPrefix("# state") } == ["# state: stale"])
    }

    @Test func `a gap is a comment and is counted`() throws {
        var recorder = Recorder()
        recorder.take(.gap(lost: 12))
        recorder.take(.sample(scan(.accel, 1_000_000, .unitZ)))
        recorder.take(.gap(lost: 3))
        recorder.take(.sample(scan(.gyro, 3_500_000, .zero)))
        #expect(recorder.lost == 15)
        #expect(summary(recorder) == "1 accel and 1 gyro samples in 2.5 s, 15 lost")
        let text = String(decoding: recorder.takeText(), as: UTF8.self)
        #expect(text.contains("# gap: 12 samples lost\n"))
        #expect(try Recording(text.utf8).entries.count == 2)
        #expect(recorder.takeText().isEmpty)
    }

    @Test func `the name of a device cannot bring lines of its own`() throws {
        var evil = device
        evil.name = "x\na 1 2 3 4"
        #expect(try Recording(text([hello(evil)]).utf8).device == "x?a 1 2 3 4")
    }
}

import Fusion
import Glibc
import LinuxIO
import MotionCore
import MotionWire
import Publisher
import Testing

@testable import parallaxd

/// A device that is tilted to one side and makes frames of it.
private struct Scene {
    let views = Views()
    private(set) var filter = MotionFilter(sensors: [.accel, .gyro])
    private(set) var time = Timestamp(nanoseconds: 0)
    private(set) var neutrals: [UInt64: NeutralPose] = [:]
    private var sequence: Int64 = 0
    private var angle = 0.0

    /// Lies still for a second, which makes it neutral.
    init() { turn(by: 0, over: 1) }

    /// Turns the screen to the right by `radians` over some seconds.
    mutating func turn(by radians: Double, over seconds: Double) {
        for _ in 0..<Int(seconds * 100) {
            time = time.advanced(bySeconds: 0.01)
            angle += radians / (seconds * 100)
            let rate = Vector3(0, radians / seconds, 0)
            let up = Quaternion(rotationVector: Vector3(0, angle, 0)).up
            for sample in [
                Sample(sensor: .gyro, time: time, value: rate),
                Sample(sensor: .accel, time: time, value: 9.80665 * up),
            ] {
                filter.update(sample)
                for client in neutrals.keys { neutrals[client]?.update(with: filter) }
            }
        }
    }

    mutating func recenter(_ client: UInt64) {
        neutrals[client, default: filter.neutral].recenter(at: time)
    }

    /// Begins a tick for the present moment.
    mutating func tick() throws {
        sequence += 1
        let motion = try #require(filter.motion(at: time))
        let next = try #require(filter.motion(at: time.advanced(bySeconds: Views.step)))
        views.begin(
            Views.Tick(sequence: sequence, motion: motion, next: next, filter: filter, neutrals: neutrals))
    }

    func json(_ view: View, client: UInt64 = 1) throws -> JSON {
        let frame = try #require(views.frame(view, for: client))
        return try JSON(frame.bytes)
    }
}

private func view(_ fields: [View.Field] = [.x, .y], screen: ScreenAngle = .zero) -> View {
    var view = View()
    view.fields = fields
    view.screen = screen
    view.smoothing = .none
    return view
}

private func number(_ json: JSON, _ key: String) -> Double { json[key]?.number ?? .nan }

@Suite struct ViewsTests {
    @Test func `equal views share one encoding, whoever looks`() throws {
        var scene = Scene()
        try scene.tick()
        for client in 1...1000 as ClosedRange<UInt64> { _ = scene.views.frame(View(), for: client) }
        #expect(scene.views.encodings == 1)
        var binary = View()
        binary.format = .binary
        for client in 1...1000 as ClosedRange<UInt64> {
            _ = scene.views.frame(client % 2 == 0 ? View() : binary, for: client)
        }
        #expect(scene.views.encodings == 2)
        try scene.tick()
        for client in 1...1000 as ClosedRange<UInt64> { _ = scene.views.frame(View(), for: client) }
        #expect(scene.views.encodings == 3)
    }

    @Test func `a smoothing is shared by all that have it, whatever else they see`() throws {
        var scene = Scene()
        var slow = view(), slowBinary = view(screen: .half)
        slow.smoothing = .timeConstant(0.5)
        slowBinary.smoothing = .timeConstant(0.5)
        try scene.tick()
        _ = (try scene.json(slow), try scene.json(slowBinary))
        scene.turn(by: 0.2, over: 0.2)
        try scene.tick()
        let one = number(try scene.json(slow), "x"), other = number(try scene.json(slowBinary), "x")
        #expect(abs(one + other) < 2e-4)
        let quick = number(try scene.json(view()), "x")
        #expect(one > 0.02 && one < 0.6 * quick)
    }

    @Test func `a smoothing that nobody uses is forgotten`() throws {
        var scene = Scene()
        for step in 1...100 {
            var passing = view()
            passing.smoothing = .timeConstant(Double(step) / 10)
            try scene.tick()
            _ = try scene.json(passing)
            scene.turn(by: 0, over: 0.1)
        }
        #expect(scene.views.smootherCount <= 21)
    }

    @Test func `x follows the screen's angle`() throws {
        var scene = Scene()
        try scene.tick()
        _ = try scene.json(view())
        scene.turn(by: 0.15, over: 0.3)
        try scene.tick()
        let device = try scene.json(view())
        let x = number(device, "x"), y = number(device, "y")
        #expect(x > 0.2 && abs(y) < 0.05)
        let turned: [(ScreenAngle, Double, Double)] = [
            (.quarter, -y, x), (.half, -x, -y), (.threeQuarters, y, -x),
        ]
        for (angle, expectedX, expectedY) in turned {
            let picture = try scene.json(view(screen: angle))
            #expect(abs(number(picture, "x") - expectedX) < 1e-3)
            #expect(abs(number(picture, "y") - expectedY) < 1e-3)
        }
    }

    @Test func `every field is in its unit`() throws {
        var scene = Scene()
        scene.turn(by: 0.3, over: 0.3)
        try scene.tick()
        let json = try scene.json(view(View.Field.allCases))
        guard case .object(let members) = json else {
            Issue.record("no object")
            return
        }
        #expect(members.map(\.key) == ["type", "seq", "t"] + View.Field.allCases.map(\.rawValue))
        func vector(_ key: String) -> [Double] { json[key]?.array?.compactMap(\.number) ?? [] }
        let q = vector("q"), gravity = vector("gravity"), gyro = vector("gyro"), accel = vector("accel")
        #expect(q.count == 4 && abs(q.reduce(0) { $0 + $1 * $1 } - 1) < 1e-3)
        // Leans to its right: gravity pulls along x.
        #expect(gravity.count == 3 && abs(gravity[0] - sin(0.3)) < 0.02 && gravity[2] < -0.9)
        #expect(gyro.count == 3 && abs(gyro[1] - 1) < 0.05)
        #expect(accel.count == 3 && accel.allSatisfy { abs($0) < 0.1 })
        #expect(abs(number(json, "roll") - 0.3) < 0.02)
        // 1 rad/s is 2.9 of the 20° that are the whole of x in a second, less where it ends softly.
        #expect(number(json, "vx") > 0.5 && number(json, "vx") < 3)
        #expect(abs(number(json, "vy")) < 0.2)
    }

    @Test func `a client that is recentred leaves the others as they were`() throws {
        var scene = Scene()
        scene.turn(by: 0.15, over: 0.3)
        try scene.tick()
        let before = number(try scene.json(view(), client: 1), "x")
        scene.recenter(1)
        scene.turn(by: 0, over: 0.3)
        try scene.tick()
        #expect(abs(number(try scene.json(view(), client: 1), "x")) < 0.02)
        #expect(abs(number(try scene.json(view(), client: 2), "x") - before) < 0.05)
        #expect(scene.views.encodings == 3)
    }

    @Test func `without a pose there is no frame, and memory says why`() throws {
        let views = Views()
        #expect(views.frame(View(), for: 1) == nil)
        let memory = try #require(views.memory(for: View(), .busy))
        #expect(content(of: memory)[12] == 2)
        views.remember(.stale)
        #expect(content(of: memory)[12] == 3)
        #expect(content(of: memory)[16...].allSatisfy { $0 == 0 })
    }

    @Test func `one memory serves any number of clients`() throws {
        var scene = Scene()
        let memory = try #require(scene.views.memory(for: View(), .ok))
        var few = View()
        few.fields = [.q]
        few.format = .memfd
        for _ in 0..<1000 { #expect(scene.views.memory(for: few, .ok) === memory) }
        try scene.tick()
        scene.views.remember(.ok)
        #expect(scene.views.encodings == 0)
        let bytes = content(of: memory)
        #expect(bytes[0] == 4 && bytes[16] == 1)
    }

    @Test func `the fortieth time constant has no memory, the usual views always have`() throws {
        let views = Views()
        var kept: [SharedMemory] = []
        for step in 1...40 {
            var view = View()
            view.smoothing = .timeConstant(Double(step) / 10)
            if let memory = views.memory(for: view, .ok) { kept.append(memory) }
        }
        #expect(kept.count == 32)
        for angle in ScreenAngle.allCases {
            for smoothing in [Smoothing.none, .default] {
                var view = view(screen: angle)
                view.smoothing = smoothing
                #expect(views.memory(for: view, .ok) != nil)
            }
        }
        kept.removeAll()
        var view = View()
        view.smoothing = .timeConstant(9)
        #expect(views.memory(for: view, .ok) != nil)
    }

    private func content(of memory: SharedMemory) -> [UInt8] {
        var bytes: [UInt8] = []
        do { _ = try Descriptor.open("/proc/self/fd/\(memory.descriptor)", 0).read(into: &bytes) } catch {
            Issue.record(error)
        }
        return bytes
    }
}

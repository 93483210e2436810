import Glibc
import MotionCore
import Testing

@testable import Fusion

@Suite struct Scratch {
    func report(_ name: String, _ sim: Simulation, _ end: Double, from: Double, to: Double, edit: ([Sample]) -> [Sample] = { $0 }) {
        var filter = MotionFilter(sensors: MotionFilter.both)
        let m = filter.motions(of: edit(sim.samples(to: end))).filter { $0.time.seconds >= from && $0.time.seconds < to }
        let e = m.map { $0.inclinationError(sim.attitude($0.time.seconds)) }
        let rms = (e.reduce(0) { $0 + $1 * $1 } / Double(e.count)).squareRoot()
        let last = m.last(where: { $0.inclinationError(sim.attitude($0.time.seconds)) >= 2 })?.time.seconds ?? from
        print(name, "worst", e.max() ?? -1, "rms", rms, "last over 2 deg", last, "bias", m.last?.bias ?? .zero, "maxoff", m.map(\.offset.length).max() ?? -1)
    }

    @Test func figures() {
        let pose = Quaternion.turn(30, about: Vector3(1, 0.3, 0).normalized ?? .unitX)
        report("rest 5deg/s", Simulation(attitude: { _ in pose }, bias: Vector3(5, -5, 5) * degree), 300, from: 60, to: 400)
        report("rest 5deg/s early", Simulation(attitude: { _ in pose }, bias: Vector3(5, -5, 5) * degree), 60, from: 1.5, to: 60)
        report("cold", Simulation(attitude: { _ in pose }), 60, from: 0.1, to: 60)
        // missed turn
        let turned = Quaternion.turn(90, about: .unitX) * pose
        report("missed 90", Simulation(attitude: { $0 < 30 ? pose : turned }), 60, from: 30, to: 60) { s in
            s.map { $0.sensor == .gyro && $0.value.length > 1 ? Sample(sensor: .gyro, time: $0.time, value: .zero) : $0 } }
        report("push", Simulation(attitude: { _ in pose }, acceleration: { $0 >= 30 && $0 < 33 ? Vector3(0.2 * gravity, 0, 0) : .zero }), 60, from: 30, to: 45)
        report("sway", Simulation(attitude: { _ in pose }, acceleration: { t in t < 10 ? .zero : Vector3(0.3 * gravity * sin(4 * .pi * t), 0.3 * gravity * cos(3 * .pi * t), 0) }), 60, from: 15, to: 60)
        report("taps", Simulation(attitude: { _ in pose }, acceleration: { t in
            let p = t - t.rounded(.down)
            return t >= 30 && t < 40 && p < 0.0399 ? Vector3(4 * gravity * sin((p + 0.005) / 0.04 * 2 * .pi), 0, 0) : .zero }), 60, from: 30, to: 42)
    }
}

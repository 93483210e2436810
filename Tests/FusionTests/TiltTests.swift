import Glibc
import MotionCore
import Testing

@testable import Fusion
@testable import tilt_bench

/// What a person sees, through all stages: sensors, fusion, neutral pose, default smoothing, ticks.
@Suite struct TiltTests {
    static let sensors: [Set<Sensor>] = [[.accel], [.accel, .gyro]]

    private func trace(
        _ sensors: Set<Sensor> = MotionFilter.both, rate: Double = 60, seconds: Double,
        attitude: @escaping @Sendable (Double) -> Quaternion
    ) -> OffsetTrace {
        OffsetTrace(Simulation(attitude: attitude).samples(to: seconds), sensors: sensors, rate: rate)
    }

    /// The offset of a tilt, from the law alone.
    private func ideal(_ degrees: Double) -> Double {
        var pose = NeutralPose(seesHeading: true)
        pose.update(.identity, at: Timestamp(nanoseconds: 0))
        return pose.offset(at: .turn(degrees, about: .unitX)).y
    }

    @Test(arguments: sensors, [5.0, -10, 15, 20])
    func `a tilt up to the range is held for 3 s and gone after 60`(sensors: Set<Sensor>, degrees: Double) {
        let trace = trace(sensors, seconds: 75) { time in
            .turn(30 + degrees * time.smoothstep(from: 10, to: 10.5), about: .unitX)
        }
        let (y, ideal) = (trace.smooth.map(\.y), ideal(degrees))
        // Gravity alone is sure of a tilt a little later.
        #expect(y[(11 * 60)...(13 * 60 + 30)].allSatisfy { (0.9...1.1).contains($0 / ideal) })
        #expect(y[(71 * 60)...].allSatisfy { abs($0) < 0.05 * abs(ideal) + 0.002 })
        for (early, late) in zip(y[(11 * 60)...], y[(11 * 60 + 30)...]) {
            #expect(abs(early - late) <= 0.15 / 2)
        }
    }

    @Test(arguments: sensors)
    func `a sway of 10 degrees shows in full for 5 min`(sensors: Set<Sensor>) {
        let trace = trace(sensors, seconds: 302) { .turn(30 + 10 * sin(.pi * $0), about: .unitX) }
        let last = trace.smooth.suffix(60 * 60).map(\.y)
        #expect((last.max() ?? 0) - (last.min() ?? 0) >= 2 * 0.95 * ideal(10))
        #expect(abs(last.reduce(0, +) / 3600) < 0.02)
    }

    @Test(arguments: sensors, [(0.4, 50.0), (1, 50), (0.4, -50), (1, -50)])
    func `picked up or put down it is centred soon after`(
        sensors: Set<Sensor>, move: (time: Double, degrees: Double)
    ) {
        let trace = trace(sensors, seconds: 20) { time in
            let low = move.degrees > 0 ? 0.0 : 50
            return .turn(low + move.degrees * time.smoothstep(from: 10, to: 10 + move.time), about: .unitX)
        }
        let steady = Int((10 + move.time + 1.5) * 60) + 1
        #expect(trace.smooth[steady...].allSatisfy { $0.length < 0.1 })
    }

    @Test func `someone who walks round corners stays the viewer`() {
        let walk = Simulation(
            attitude: { time in
                let corner = (time / 6).rounded(.down)
                let corners = corner + (time - 6 * corner).smoothstep(from: 4.5, to: 6)
                return .turn(90 * corners, about: .unitZ) * .turn(45 + 2 * sin(11 * time), about: .unitX)
            },
            acceleration: { Vector3(0.5 * sin(6 * $0), 0, 1.2 * sin(12 * $0)) })
        let trace = OffsetTrace(walk.samples(to: 66), sensors: MotionFilter.both, rate: 60).dropping(10)
        #expect(rms(trace.smooth.map(\.length)) < 0.35)
        #expect(trace.smooth.shareAtEnd < 0.02)
        // Two seconds after each corner, until the next.
        for corner in stride(from: 12.0, to: 60, by: 6) {
            #expect(
                trace.smooth[Int((corner - 8) * 60)..<Int((corner - 5.6) * 60)].allSatisfy {
                    $0.length < 0.25
                })
        }
    }

    /// A bus: stands, then brakes, starts and takes a corner in 10 s, again and again, and rattles.
    @Test(arguments: sensors)
    func `in a vehicle that brakes and takes corners the viewer comes along`(sensors: Set<Sensor>) {
        let heading: @Sendable (Double) -> Double = { time in
            let corner = (time / 30).rounded(.down)
            return .pi / 2 * (corner + (time - 30 * corner).smoothstep(from: 18, to: 28))
        }
        let ride = Simulation(
            attitude: { Quaternion(rotationVector: Vector3(0, 0, heading($0))) * .turn(50, about: .unitX) },
            acceleration: { time in
                let within = time < 30 ? 10 : time - 30 * (time / 30).rounded(.down)
                let speeding =
                    within < 4
                    ? -1.5 * sin(.pi * within / 4) : within < 9 ? 1.2 * sin(.pi * (within - 4) / 5) : 0
                let turning = 8 * (heading(time + 0.01) - heading(time - 0.01)) / 0.02
                let ahead = Vector3(-sin(heading(time)), cos(heading(time)), 0)
                let left = Vector3(0, 0, 1).cross(ahead)
                return speeding * ahead + turning * left
                    + Vector3(0.2 * sin(50 * time), 0, 0.5 * sin(70 * time))
            })
        let trace = OffsetTrace(ride.samples(to: 130), sensors: sensors, rate: 60).dropping(10)
        #expect(trace.smooth.shareAtEnd < 0.02)
        #expect(trace.smooth.largestStep < 0.03)
        // The law alone, for fusion takes some of the braking for a tilt.
        var pose = NeutralPose(seesHeading: true)
        for step in 0..<13000 {
            let time = Double(step) / 100
            pose.update(ride.attitude(time), at: Timestamp(nanoseconds: 0).advanced(bySeconds: time))
            if (time / 30).rounded(.down) * 30 + 18 > time, time.truncatingRemainder(dividingBy: 30) > 2 {
                #expect(pose.offset(at: ride.attitude(time)).length < 0.1)
            }
        }
    }

    @Test func `a slow turn about the vertical never jumps and comes back to nothing`() {
        let trace = trace(seconds: 60) { time in
            .turn(9 * max(0, min(40, time - 10)), about: .unitZ) * .turn(90, about: .unitX)
        }
        #expect(trace.smooth.largestStep < 0.01)
        #expect(trace.smooth.suffix(60).allSatisfy { $0.length < 0.05 })
    }

    @Test(arguments: sensors, [0.3, 1.0, 1.5])
    func `a gap with a turn in it is eased out`(sensors: Set<Sensor>, gap: Double) {
        // One that begins and ends in the gap, one that is under way all the time.
        let turns: [@Sendable (Double) -> Double] = [
            { 15 * $0.smoothstep(from: 30, to: 30 + gap) }, { 15 * max(0, min(2, $0 - 29.5)) },
        ]
        for turn in turns {
            let simulation = Simulation(attitude: { .turn(50 + turn($0), about: .unitX) })
            let kept = simulation.samples(to: 60).filter {
                $0.time.seconds < 30.001 || $0.time.seconds > 30 + gap - 0.001
            }
            // The daemon's ticks go on in the gap.
            let trace = OffsetTrace(kept, sensors: sensors, rate: 60).dropping(5)
            #expect(trace.plain.largestStep <= 0.05)
            #expect(trace.smooth.largestStep <= 0.05)
            #expect(trace.smooth.last.map { $0.length < 0.02 } == true)
        }
    }

    @Test func `a turn that the gyroscope missed is eased out`() {
        let simulation = Simulation(attitude: { $0 < 10 ? .identity : .turn(90, about: .unitX) })
        let samples = simulation.samples(to: 30).filter { $0.sensor == .accel || $0.value.length < 1 }
        let trace = OffsetTrace(samples, sensors: MotionFilter.both, rate: 60)
        #expect(trace.plain.largestStep <= 0.05)
        #expect(trace.smooth.largestStep <= 0.05)
        #expect(trace.smooth.last.map { $0.length < 0.05 } == true)
    }

    /// In s, in a steady hand that sways the device.
    private func lag(degrees: Double, rate: Double) -> Double {
        let simulation = Simulation(
            attitude: { .turn(30 + degrees * sin(2 * .pi * $0), about: .unitX) },
            bias: Vector3(1, -2, 1) * degree)
        var settings = MotionFilter.Settings()
        settings.attitude.gyroscopeDelay = 0
        let trace = OffsetTrace(
            simulation.samples(to: 40), sensors: MotionFilter.both, rate: rate, settings: settings)
        return trace.smooth.map(\.y).lagOfSway(rate: rate, start: trace.start?.seconds ?? 0)
    }

    @Test(arguments: [60.0, 100], [2.0, 5, 10])
    func `with prediction there is no lag`(rate: Double, degrees: Double) {
        #expect(abs(lag(degrees: degrees, rate: rate)) <= 0.008)
    }

    @Test func `the same samples give the same bits`() {
        let samples = Simulation(attitude: { .turn(20 * sin($0), about: .unitY) }).samples(to: 20)
        let one = OffsetTrace(samples, sensors: MotionFilter.both, rate: 60)
        let other = OffsetTrace(samples, sensors: MotionFilter.both, rate: 60)
        #expect(one.smooth == other.smooth)
        #expect(one.smooth.count == 1199)
    }
}

import MotionCore
import Testing

@testable import Fusion

@Suite struct StoredBiasTests {
    private static let stored = StoredBias(
        device: "LSM6DS3 of the lid", date: 1_790_000_000, bias: Vector3(0.0123, -0.0045, 0.0678),
        deviation: Vector3(0.0021, 0.0019, 0.0083))

    @Test func `what is written is read again`() throws {
        #expect(try StoredBias(Self.stored.text) == Self.stored)
        #expect(Self.stored.text.split(separator: "\n").count == 5)
    }

    @Test(arguments: [
        ("", "the first line is not \"parallaxd bias 1\""),
        ("parallaxd bias 2\n", "the first line is not \"parallaxd bias 1\""),
        ("parallaxd bias 1\ndevice a\ndate 1\n", "it is not five lines"),
        (text(device: ""), "\"device \" does not begin with \"device\" and a value"),
        (text(date: "-1"), "\"date -1\" holds no seconds since 1970"),
        (text(date: "1e9"), "\"date 1e9\" holds no seconds since 1970"),
        (text(bias: "1 2"), "\"bias 1 2\" does not end in three finite numbers"),
        (text(bias: "0 nan 0"), "\"bias 0 nan 0\" does not end in three finite numbers"),
        (text(bias: "0 0 x"), "\"bias 0 0 x\" does not end in three finite numbers"),
        (text(bias: "0 0 3"), "3.0 rad/s is no gyroscope's offset"),
        (text(deviation: "0.1 0 0.1"), "\"deviation 0.1 0 0.1\" is not positive"),
        (text() + "more\n", "it is not five lines"),
    ])
    func `a broken text is refused with a reason`(text: String, reason: String) {
        #expect(throws: StoredBias.Failure(message: reason)) { try StoredBias(text) }
    }

    @Test func `a name of two lines breaks nothing`() throws {
        var stored = Self.stored
        stored.device = "a\nbias 1 1 1"
        #expect(try StoredBias(stored.text).device == "a bias 1 1 1")
        #expect(try StoredBias(stored.text).bias == stored.bias)
    }

    @Test func `any cut of the text is refused`() {
        let text = Self.stored.text
        for length in 0..<text.count {
            #expect(throws: StoredBias.Failure.self) { try StoredBias(String(text.prefix(length))) }
        }
    }

    @Test func `an offset that was known well is taken over, one that was not is doubted`() {
        var settings = AttitudeFilter.Settings()
        settings.use(Self.stored)
        #expect(settings.bias == Self.stored.bias)
        #expect(settings.biasDeviation.x > 0.007 && settings.biasDeviation.x < 0.008)
        var vague = Self.stored
        vague.deviation = Vector3(1, 1, 1)
        settings.use(vague)
        #expect(settings.biasDeviation == AttitudeFilter.Settings().biasDeviation)
    }

    @Test func `a run hands its offset to the next`() throws {
        let simulation = Simulation(attitude: { _ in .identity }, bias: Vector3(3, -2, 4) * degree)
        var first = MotionFilter(sensors: MotionFilter.both)
        for sample in simulation.samples(to: 10) { first.update(sample) }
        var settings = MotionFilter.Settings()
        settings.attitude.use(try #require(first.storedBias(device: "a", date: 0)))
        let second = MotionFilter(sensors: MotionFilter.both, settings: settings)
        let stored = try #require(second.storedBias(device: "a", date: 0))
        #expect((stored.bias - simulation.bias).length < 0.05 * degree)
        #expect(stored.deviation.z < 0.008)
        #expect(MotionFilter(sensors: [.accel]).storedBias(device: "a", date: 0) == nil)
    }

    @Test func `an offset that is wrong by 3 degrees per second is corrected at rest`() {
        let simulation = Simulation(attitude: { _ in .identity }, bias: Vector3(0, 0, 3) * degree)
        var settings = AttitudeFilter.Settings()
        settings.use(StoredBias(device: "a", date: 0, bias: .zero, deviation: Vector3(0.001, 0.001, 0.001)))
        var filter = AttitudeFilter(settings)
        for sample in simulation.samples(to: 90) { filter.update(sample) }
        #expect((filter.bias - simulation.bias).length < 0.1 * degree)
    }

    private static func text(
        device: String = "a", date: String = "1", bias: String = "0 0 0", deviation: String = "1 1 1"
    ) -> String {
        "parallaxd bias 1\ndevice \(device)\ndate \(date)\nbias \(bias)\ndeviation \(deviation)\n"
    }
}

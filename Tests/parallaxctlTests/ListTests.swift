import MotionCore
import MotionWire
import Sensors
import Testing

@testable import parallaxctl

@Suite struct ListTests {
    private var nodes: [SensorNode] {
        var display = SensorNode(id: "iio:device0", name: "bmi160", path: "/b", sensors: [.gyro, .accel])
        display.part = .display
        var base = SensorNode(id: "iio:device12", name: "kx\u{7}023", path: "/a", sensors: [.accel])
        base.label = "accel-base"
        base.part = .base
        return [display, base]
    }

    @Test func `the chosen one has a star and each its verdict`() {
        let rows = listText(Verdict.all(among: nodes)).split(separator: "\n")
        #expect(rows.count == 2)
        #expect(rows[0] == "*  iio:device0   bmi160  accel+gyro  display     chosen: in the display")
        let second = "   iio:device12  kx?023  accel       accel-base  left out: it sits in the base"
        #expect(rows[1].hasPrefix(second))
    }

    @Test func `a machine without sensors is said to be one`() {
        #expect(listText([]).contains("no motion sensor"))
    }

    @Test func `in JSON nothing is left out`() {
        let json = Verdict.all(among: nodes)[1].json
        #expect(json["id"] == "iio:device12")
        #expect(json["part"] == "base")
        #expect(json["chosen"] == false)
        #expect(json["path"] == "/a")
    }
}

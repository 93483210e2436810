import ParallaxGTK
import Testing

@testable import parallax_gallery

@Suite struct MotionLineTests {
    @Test func `names sensor and rate, and leaves the pointer alone, while motion comes`() {
        let line = MotionLine(.running, device: "bmi160", rate: 60)
        #expect(line.subtitle == "bmi160 · 60 Hz")
        #expect(!line.followsPointer)
        #expect(MotionLine(.running, device: nil, rate: 0).subtitle == "Sensor")
    }

    @Test func `the pointer moves the pictures where no motion comes, and it says why`() {
        let states: [MotionState] = [
            .connecting(reason: "nobody listens"), .refused(reason: "not you"), .noDevice(reason: "none"),
            .busy(reason: "iiod has it"), .stale(reason: "nothing new"),
        ]
        for state in states {
            let line = MotionLine(state, device: "bmi160", rate: 60)
            #expect(line.followsPointer)
            #expect(line.hint?.contains("the pointer moves the pictures") == true)
            #expect(line.detail?.contains(state.reason ?? "–") == true)
        }
    }

    @Test func `nothing is said before it is known`() {
        for state in [MotionState.idle, .connecting(reason: nil)] {
            #expect(!MotionLine(state, device: nil, rate: 0).followsPointer)
        }
    }
}

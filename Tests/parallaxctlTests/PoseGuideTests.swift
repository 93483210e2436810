import Glibc
import MotionCore
import Testing

@testable import parallaxctl

@Suite struct PoseGuideTests {
    /// A guide and the time that it is fed.
    private struct Course {
        var guide = PoseGuide()
        var time = 0.0
        var completed = 0

        /// Lies still, with up so in sensor axes.
        mutating func lie(_ up: Vector3, for seconds: Double, gravity: Double = .gravity) {
            for _ in 0..<Int(seconds * 50) {
                let scan = Scan(
                    sensor: .accel, time: Timestamp(nanoseconds: Int64(time * 1e9)), value: gravity * up)
                if guide.add(scan) { completed += 1 }
                time += 0.02
            }
        }
    }

    private func lowered(_ degrees: Double) -> Vector3 {
        Vector3(-sin(degrees * .pi / 180), 0, cos(degrees * .pi / 180))
    }

    private func raised(_ degrees: Double) -> Vector3 {
        Vector3(0, sin(degrees * .pi / 180), cos(degrees * .pi / 180))
    }

    @Test func `each pose is taken when the device has come to lie still in it`() {
        var course = Course()
        course.lie(.unitZ, for: 4)
        #expect(course.guide.wanted == .flat)
        course.lie(.unitZ, for: 1.2)
        #expect(course.guide.wanted == .rightLowered)
        // It goes on lying there.
        course.lie(.unitZ, for: 60)
        #expect(course.guide.wanted == .rightLowered)
        course.lie(lowered(30), for: 1.7)
        #expect(course.guide.wanted == .topRaised)
        course.lie(lowered(30), for: 10)
        course.lie(.unitZ, for: 10)
        #expect(course.guide.wanted == .topRaised)
        course.lie(raised(90), for: 1.7)
        #expect(course.guide.wanted == nil)
        #expect(course.completed == 3)
        #expect(course.guide.taken.count == 3)
        #expect(course.guide.taken[1].angle(to: lowered(30)) < 1e-6)
    }

    @Test(arguments: [(10.0, "tilted by 10°, 20° is the least"), (130, "tilted by 130°, 90° is the most")])
    func `a tilt that would not do is told and waited out`(tilt: Double, sentence: String) {
        var course = Course()
        course.lie(.unitZ, for: 6)
        course.lie(lowered(tilt), for: 5)
        #expect(course.guide.wanted == .rightLowered)
        #expect(course.guide.progress == sentence)
        course.lie(lowered(45), for: 2)
        #expect(course.guide.progress == "tilted by 45°, still in the pose before" || course.completed == 2)
        #expect(course.guide.wanted == .topRaised)
    }

    @Test func `the pose before is told where it is kept`() {
        var course = Course()
        course.lie(.unitZ, for: 6)
        course.lie(lowered(45), for: 4)
        #expect(course.guide.progress == "still in the pose before")
    }

    @Test func `what is not gravity is not taken`() {
        var course = Course()
        course.lie(.unitZ, for: 10, gravity: 98)
        #expect(course.guide.wanted == .flat)
        #expect(course.guide.progress == "98.0 m/s² is not gravity alone")
    }

    @Test func `an interruption begins the pose anew`() {
        var course = Course()
        course.lie(.unitZ, for: 4)
        course.guide.interrupt()
        #expect(course.guide.progress == "moving")
        course.lie(.unitZ, for: 4)
        #expect(course.guide.wanted == .flat)
        #expect(course.guide.progress.hasPrefix("still, 1."))
    }
}

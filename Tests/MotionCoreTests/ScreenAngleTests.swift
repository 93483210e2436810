import Glibc
import MotionCore
import Testing

@Suite struct ScreenAngleTests {
    private func turn(_ degrees: Double, about axis: Vector3) -> Quaternion {
        Quaternion(rotationVector: axis * (degrees * .pi / 180))
    }

    @Test func `the edge that is up has the picture's y`() {
        #expect(ScreenAngle.zero.picture(Vector3.unitY) == Vector3(0, 1, 0))
        #expect(ScreenAngle.quarter.picture(-Vector3.unitX) == Vector3(0, 1, 0))
        #expect(ScreenAngle.half.picture(-Vector3.unitY) == Vector3(0, 1, 0))
        #expect(ScreenAngle.threeQuarters.picture(Vector3.unitX) == Vector3(0, 1, 0))
    }

    @Test(arguments: ScreenAngle.allCases)
    func `a right-handed frame stays one and z stays`(angle: ScreenAngle) {
        let axes = [Vector3.unitX, .unitY, .unitZ].map { angle.picture($0) }
        #expect((axes[0].cross(axes[1]) - axes[2]).length < 1e-12)
        #expect(axes[2] == .unitZ)
    }

    @Test(arguments: ScreenAngle.allCases)
    func `attitude, vectors and offset turn together`(angle: ScreenAngle) {
        let attitude = turn(70, about: .unitX) * turn(25, about: .unitY) * turn(-40, about: .unitZ)
        let vector = Vector3(0.3, -2, 5)
        let same = angle.picture(attitude).rotate(angle.picture(vector)) - attitude.rotate(vector)
        #expect(same.length < 1e-12)
        // Where the viewer is in device axes: an offset is (−x, y) of that.
        let offset = angle.picture(ViewerOffset(x: -vector.x, y: vector.y))
        #expect(offset == ViewerOffset(x: -angle.picture(vector).x, y: angle.picture(vector).y))
    }

    @Test(arguments: ScreenAngle.allCases)
    func `a motion turns as a whole and its tilt is the picture's`(angle: ScreenAngle) {
        // Leaning by 30° with the picture upright, its right edge lowered by 10°.
        let picture = turn(30, about: .unitX) * turn(10, about: .unitY)
        let motion = Motion(
            time: Timestamp(nanoseconds: 1), attitude: picture * angle.picture(.identity).conjugate,
            bias: .unitX, rotationRate: .unitY, userAcceleration: Vector3(1, 2, 3), isResting: true,
            shake: 0.1,
            offset: ViewerOffset(x: 0.1, y: 0.2))
        let turned = angle.picture(motion)
        #expect(turned.attitude.angle(to: picture) < 1e-9)
        #expect(abs(turned.tilt.pitch - Tilt(up: picture.up).pitch) < 1e-12)
        #expect(abs(turned.tilt.roll - 10 * .pi / 180) < 1e-12)
        #expect(turned.bias == angle.picture(.unitX) && turned.rotationRate == angle.picture(.unitY))
        #expect(turned.userAcceleration == angle.picture(Vector3(1, 2, 3)))
        #expect(turned.offset == angle.picture(motion.offset))
        #expect(turned.time == motion.time && turned.isResting && turned.shake == 0.1)
    }
}

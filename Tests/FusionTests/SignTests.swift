import Fusion
import Glibc
import MotionCore
import Testing

/// Turned to the viewer's right x > 0, turned down y > 0: however the device and its picture are held.
@Suite struct SignTests {
    /// How a picture is held, picture axes → earth axes.
    enum Posture: String, CaseIterable, Sendable {
        case flat, leaning, upright, landscape, upsideDown, overHead, faceDown

        var attitude: Quaternion {
            switch self {
            case .flat: .turn(30, about: .unitZ)
            case .leaning: .turn(45, about: .unitX)
            case .upright: .turn(90, about: .unitX)
            // As a picture that does not turn with the device.
            case .landscape: .turn(80, about: .unitX) * .turn(90, about: .unitZ)
            case .upsideDown: .turn(80, about: .unitX) * .turn(180, about: .unitZ)
            case .overHead: .turn(135, about: .unitX)
            case .faceDown: .turn(180, about: .unitX)
            }
        }
    }

    /// The picture's offset after a turn of the picture by 8° from where it was held.
    private func offset(
        _ posture: Posture, angle: ScreenAngle, about axis: Vector3, seesHeading: Bool
    ) -> ViewerOffset {
        let toPicture = angle.picture(Quaternion.identity)
        var pose = NeutralPose(seesHeading: seesHeading)
        pose.update(posture.attitude * toPicture.conjugate, at: Timestamp(nanoseconds: 0))
        let turned = posture.attitude * .turn(8, about: axis) * toPicture.conjugate
        return angle.picture(pose.offset(at: turned))
    }

    @Test(arguments: Posture.allCases, ScreenAngle.allCases)
    func `with a gyroscope each turn shows in its own direction only`(posture: Posture, angle: ScreenAngle) {
        let right = offset(posture, angle: angle, about: .unitY, seesHeading: true)
        let left = offset(posture, angle: angle, about: -Vector3.unitY, seesHeading: true)
        let down = offset(posture, angle: angle, about: .unitX, seesHeading: true)
        let up = offset(posture, angle: angle, about: -Vector3.unitX, seesHeading: true)
        let twisted = offset(posture, angle: angle, about: .unitZ, seesHeading: true)
        #expect(abs(right.x - 0.4) < 0.01 && abs(right.y) < 1e-9)
        #expect(abs(left.x + 0.4) < 0.01 && abs(left.y) < 1e-9)
        #expect(abs(down.y - 0.4) < 0.01 && abs(down.x) < 1e-9)
        #expect(abs(up.y + 0.4) < 0.01 && abs(up.x) < 1e-9)
        #expect(twisted.length < 1e-9)
    }

    /// Gravity shows all of a turn about a level axis, nothing of one about the vertical.
    @Test(arguments: Posture.allCases, ScreenAngle.allCases)
    func `without one the sign is right as far as gravity shows the turn`(
        posture: Posture, angle: ScreenAngle
    ) {
        for (axis, share) in [(Vector3.unitY, \ViewerOffset.x), (.unitX, \.y)] {
            let shown = offset(posture, angle: angle, about: axis, seesHeading: false)[keyPath: share]
            let aboutVertical = abs(posture.attitude.rotate(axis).z)
            if aboutVertical < 0.2 {
                #expect(abs(shown - 0.4) < 0.03)
            } else if aboutVertical < 0.8 {
                #expect(shown > 0.15 && shown < 0.41)
            } else {
                #expect(abs(shown) < 0.05)
            }
        }
    }

    @Test(arguments: [true, false], ScreenAngle.allCases)
    func `from a level neutral it is pitch and roll over the range`(seesHeading: Bool, angle: ScreenAngle) {
        let range = NeutralPose.Settings().range
        var random = Random(state: 11)
        for _ in 0..<1000 {
            let heading = Quaternion.turn(Double.random(in: -180...180, using: &random), about: .unitZ)
            var pose = NeutralPose(seesHeading: seesHeading)
            pose.update(heading, at: Timestamp(nanoseconds: 0))
            let (pitch, roll) = (
                Double.random(in: -9...9, using: &random), Double.random(in: -9...9, using: &random)
            )
            let attitude = heading * .turn(pitch, about: .unitX) * .turn(roll, about: .unitY)
            let tilt = Tilt(up: angle.picture(attitude.up))
            let offset = angle.picture(pose.offset(at: attitude))
            #expect(abs(offset.y - tilt.pitch / range) < 0.03)
            #expect(abs(offset.x - tilt.roll / range) < 0.03)
        }
    }
}

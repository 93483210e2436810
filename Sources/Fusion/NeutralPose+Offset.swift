import Glibc
package import MotionCore

extension NeutralPose {
    /// How far the screen at `attitude` faces away from the viewer: continuous on the whole sphere.
    package func offset(at attitude: Quaternion) -> ViewerOffset {
        guard isSet else { return .zero }
        guard seesHeading else { return offset(up: attitude.up) }
        let viewer = attitude.conjugate.rotate(neutral)
        return offset(viewer: viewer, turned: viewer.angle(to: .unitZ))
    }

    /// The attitude against the neutral is the least turn between the vertical then and now, and about the vertical,
    /// which is not seen, a turn that leaves less twist about the screen's normal.
    private func offset(up: Vector3) -> ViewerOffset {
        let angle = neutral.angle(to: up)
        let least = (neutral.cross(up).normalized ?? .zero) * angle
        let share = settings.headingShare
        let heading = -share * least.z * up.z / (1 + share * up.z.squared)
        let turn = Quaternion(rotationVector: heading * up) * Quaternion(rotationVector: least)
        return offset(viewer: turn.rotate(.unitZ), turned: angle)
    }

    /// `viewer` is the way to the viewer in device axes; past 120° of `turned` its direction says less and less.
    private func offset(viewer: Vector3, turned: Double) -> ViewerOffset {
        let across = Vector3(viewer.x, viewer.y, 0).length
        guard across > 1e-9 else { return .zero }
        let ratio = atan2(across, viewer.z) / settings.range
        // Straight where it is small, and 1 without a corner.
        let size = ratio / (1 + ratio.squared.squared).squareRoot().squareRoot()
        let fade = 1 - turned.smoothstep(from: 120 * .pi / 180, to: .pi)
        return ViewerOffset(x: -viewer.x * size * fade / across, y: viewer.y * size * fade / across)
    }
}

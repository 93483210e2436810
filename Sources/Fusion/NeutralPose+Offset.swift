import Glibc
package import MotionCore

extension NeutralPose {
    /// How far the screen at `attitude` faces away from the viewer: continuous on the whole sphere.
    package func offset(at attitude: Quaternion) -> ViewerOffset {
        guard isSet else { return .zero }
        guard seesHeading else { return offset(up: attitude.up) }
        // Seen from behind, left and right change places within a hair.
        return offset(viewer: attitude.conjugate.rotate(neutral)) { angle in
            1 - angle.smoothstep(from: 120 * .pi / 180, to: .pi)
        }
    }

    /// The attitude against the neutral is the least turn between the vertical then and now, and about the
    /// vertical, which is not seen, a turn that leaves less twist about the screen's normal.
    private func offset(up: Vector3) -> ViewerOffset {
        let angle = neutral.angle(to: up)
        let least = (neutral.cross(up).normalized ?? .zero) * angle
        let share = settings.headingShare
        let heading = -share * least.z * up.z / (1 + share * up.z.squared)
        let turn = Quaternion(rotationVector: heading * up) * Quaternion(rotationVector: least)
        // The axis of the least turn means less and less the larger it is; from 80° on it would make steep
        // offsets.
        let away = angle.smoothstep(from: 60 * .pi / 180, to: .pi)
        return offset(viewer: turn.rotate(.unitZ)) { _ in 1 - away }
    }

    /// From the way to the viewer in device axes. `share` is what is left of the offset at an angle to the
    /// viewer.
    private func offset(viewer: Vector3, share: (Double) -> Double) -> ViewerOffset {
        let across = Vector3(viewer.x, viewer.y, 0).length
        guard across > 1e-9 else { return .zero }
        let angle = atan2(across, viewer.z)
        let ratio = angle / settings.range
        // In proportion where it is small, and up to 1 without a corner.
        let size = share(angle) * ratio / (1 + ratio.squared.squared).squareRoot().squareRoot()
        return ViewerOffset(x: -viewer.x * size / across, y: viewer.y * size / across)
    }
}

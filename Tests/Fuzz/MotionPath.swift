import Fusion
import MotionCore
import Plausibility
import Sensors

/// What becomes of scans; whatever they hold, no number that comes out may be none.
struct MotionPath {
    private var filter: MotionFilter
    private var smoother = OffsetSmoother()
    private var gravityCheck = GravityCheck()
    private var turnCheck = TurnCheck()

    init(_ sensors: Set<Sensor>) { filter = MotionFilter(sensors: sensors) }

    mutating func take(_ scan: Scan, _ axes: SensorAxes) {
        let sample = axes.sample(scan)
        if scan.sensor == .accel, let factor = gravityCheck.update(scan.value, at: scan.time) {
            precondition(factor > 0 && factor.isFinite, "\(factor) is no factor")
        }
        if case .differs(let rotation, let scale) = turnCheck.update(sample) {
            precondition(Rotation(elements: rotation.elements) != nil && scale > 0, "\(scale) is no factor")
        }
        filter.update(sample)
        guard let motion = filter.motion(at: scan.time),
            let offset = filter.offset(at: scan.time, smoothedBy: &smoother)
        else { return }
        let q = motion.attitude
        let size = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z
        precondition(abs(size - 1) < 1e-6, "\(q) is no attitude")
        let vectors = [motion.bias, motion.rotationRate, motion.userAcceleration]
        precondition(vectors.allSatisfy(\.isFinite) && motion.shake.isFinite, "\(motion) is not finite")
        precondition(motion.tilt.pitch.isFinite && motion.tilt.roll.isFinite, "\(motion.tilt) is not finite")
        for offset in [motion.offset, offset] {
            precondition(abs(offset.x) <= 1 && abs(offset.y) <= 1, "\(offset) is beyond the end")
        }
    }
}

package import MotionCore

/// The way from samples in device axes to motion, as the daemon and a replay both run it.
package struct MotionFilter: Sendable {
    package struct Settings: Hashable, Sendable {
        package var attitude = AttitudeFilter.Settings()
        /// Used without a gyroscope.
        package var gravity = GravityFilter.Settings()
        package var neutral = NeutralPose.Settings()

        package init() {}
    }

    private let hasGyroscope: Bool
    private var attitude: AttitudeFilter
    private var gravity: GravityFilter
    private var shake = Shake()
    /// Against which the offset is.
    package private(set) var neutral: NeutralPose
    /// What the newest sample did to the pose.
    fileprivate var change = Change()

    /// `sensors` holds the accelerometer, and the gyroscope where there is one.
    package init(sensors: Set<Sensor>, settings: Settings = Settings()) {
        hasGyroscope = sensors.contains(.gyro)
        attitude = AttitudeFilter(settings.attitude)
        gravity = GravityFilter(settings.gravity)
        neutral = NeutralPose(settings.neutral, seesHeading: hasGyroscope)
    }

    /// Samples of each sensor in order; how the sensors' samples are mixed does not matter.
    package mutating func update(_ sample: Sample) {
        shake.update(sample)
        if hasGyroscope { updateAttitude(sample) } else { updateGravity(sample) }
        neutral.follow(change)
    }

    /// The neutral advances with each gyroscope sample that was not refused.
    private mutating func updateAttitude(_ sample: Sample) {
        let before = attitude.newest
        attitude.update(sample)
        let isNew = attitude.isAligned && attitude.newest != before
        change = Change(
            realignment: attitude.realignment, pose: attitude.attitude, time: isNew ? attitude.newest : nil)
    }

    private mutating func updateGravity(_ sample: Sample) {
        let before = gravity.newest
        gravity.update(sample)
        change = Change(
            pose: gravity.attitude ?? .identity, time: gravity.newest == before ? nil : gravity.newest)
    }

    /// Makes the present pose neutral within 150 ms, eased.
    package mutating func recenter(at time: Timestamp) { neutral.recenter(at: time) }

    /// Predicted to `time`, by at most 50 ms; nil before the first pose. Asking changes nothing.
    package func motion(at time: Timestamp) -> Motion? {
        guard let pose = pose(at: time) else { return nil }
        return Motion(
            time: time, attitude: pose, bias: hasGyroscope ? attitude.bias : .zero,
            rotationRate: hasGyroscope ? attitude.correctedRate : .zero,
            userAcceleration: hasGyroscope
                ? pose.conjugate.rotate(attitude.motionAcceleration) : gravity.userAcceleration,
            isResting: hasGyroscope ? attitude.isResting : gravity.isResting, shake: shake.mean,
            offset: neutral.offset(at: pose))
    }

    /// Without a gyroscope nothing tells how the device turns on, so the newest pose stands.
    private func pose(at time: Timestamp) -> Quaternion? {
        guard neutral.isSet else { return nil }
        return hasGyroscope ? attitude.attitude(at: time) : gravity.attitude
    }

    /// The offset at `time` as `smoother` makes it, against this filter's neutral or another one; nil before
    /// the first pose. Once for each time and smoother.
    package func offset(
        at time: Timestamp, against other: NeutralPose? = nil, smoothedBy smoother: inout OffsetSmoother
    ) -> ViewerOffset? {
        guard let pose = pose(at: time.advanced(bySeconds: smoother.lead)) else { return nil }
        return smoother.update((other ?? neutral).offset(at: pose), shake: shake.mean, at: time)
    }

    /// The gyroscope's offset as far as it is known, for the next run; nil without a gyroscope.
    /// `date` is in s since 1970.
    package func storedBias(device: String, date: Int64) -> StoredBias? {
        hasGyroscope ? StoredBias(device: device, date: date, of: attitude) : nil
    }

    /// Standard deviation of the motion's bias in rad/s; nil without a gyroscope.
    package var biasDeviation: Vector3? { hasGyroscope ? attitude.biasDeviation : nil }
}

extension MotionFilter {
    /// What a sample did to the pose.
    fileprivate struct Change: Sendable {
        /// Other than follow the device, in earth axes.
        var realignment: Quaternion?
        var pose = Quaternion.identity
        /// Of the pose; nil where it is not new.
        var time: Timestamp?
    }
}

extension NeutralPose {
    /// Follows what the newest sample did to the pose in `filter`: a copy of its neutral that is told after
    /// each sample moves as the filter's own, and is recentred for itself.
    package mutating func update(with filter: MotionFilter) { follow(filter.change) }

    fileprivate mutating func follow(_ change: MotionFilter.Change) {
        if let turn = change.realignment { realign(by: turn) }
        if let time = change.time { update(change.pose, at: time) }
    }
}

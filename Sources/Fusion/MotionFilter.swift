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
    private var neutral: NeutralPose

    /// `sensors` holds the accelerometer, and the gyroscope where there is one.
    package init(sensors: Set<Sensor>, settings: Settings = Settings()) {
        hasGyroscope = sensors.contains(.gyro)
        attitude = AttitudeFilter(settings.attitude)
        gravity = GravityFilter(settings.gravity)
        neutral = NeutralPose(settings.neutral, seesHeading: hasGyroscope)
    }

    /// Samples of each sensor in order; how the sensors' samples are mixed does not matter.
    package mutating func update(_ sample: Sample) {
        if hasGyroscope { updateAttitude(sample) } else { updateGravity(sample) }
    }

    /// The neutral advances with each gyroscope sample that was not refused.
    private mutating func updateAttitude(_ sample: Sample) {
        let before = attitude.newest
        attitude.update(sample)
        if let turn = attitude.realignment { neutral.realign(by: turn) }
        guard attitude.isAligned, let time = attitude.newest, time != before else { return }
        neutral.update(attitude.attitude, at: time)
    }

    private mutating func updateGravity(_ sample: Sample) {
        let before = gravity.newest
        gravity.update(sample)
        guard let pose = gravity.attitude, let time = gravity.newest, time != before else { return }
        neutral.update(pose, at: time)
    }

    /// Predicted to `time`, by at most 50 ms; nil before the first pose. Asking changes nothing.
    package func motion(at time: Timestamp) -> Motion? {
        guard neutral.isSet else { return nil }
        return hasGyroscope ? fullMotion(at: time) : gravityMotion(at: time)
    }

    private func fullMotion(at time: Timestamp) -> Motion? {
        guard let pose = attitude.attitude(at: time) else { return nil }
        return Motion(
            time: time, attitude: pose, bias: attitude.bias, rotationRate: attitude.correctedRate,
            userAcceleration: pose.conjugate.rotate(attitude.motionAcceleration),
            isResting: attitude.isResting, offset: neutral.offset(at: pose))
    }

    /// Without a gyroscope nothing tells how the device turns on, so the newest pose stands.
    private func gravityMotion(at time: Timestamp) -> Motion? {
        guard let pose = gravity.attitude else { return nil }
        return Motion(
            time: time, attitude: pose, bias: .zero, rotationRate: .zero,
            userAcceleration: gravity.userAcceleration, isResting: gravity.isResting,
            offset: neutral.offset(at: pose))
    }

    /// Makes the present pose neutral within 150 ms, eased.
    package mutating func recenter(at time: Timestamp) { neutral.recenter(at: time) }

    /// The gyroscope's offset as far as it is known, for the next run; nil without a gyroscope.
    /// `date` is in s since 1970.
    package func storedBias(device: String, date: Int64) -> StoredBias? {
        hasGyroscope ? StoredBias(device: device, date: date, of: attitude) : nil
    }

    /// Standard deviation of the motion's bias in rad/s; nil without a gyroscope.
    package var biasDeviation: Vector3? { hasGyroscope ? attitude.biasDeviation : nil }
}

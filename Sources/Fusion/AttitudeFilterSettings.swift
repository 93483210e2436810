package import MotionCore

extension AttitudeFilter {
    /// One set for all devices, found on phones and a calibrated board; most values may be halved or doubled
    /// for a few percent of accuracy.
    package struct Settings: Hashable, Sendable {
        /// How late the gyroscope is against the accelerometer and the world, in s. Found on one calibrated
        /// board; 0 costs it 0.3°, phones cannot tell.
        package var gyroscopeDelay = 0.003
        /// Whether each rate is the mean since the one before, as of a sensor that integrates, and not
        /// momentary.
        package var gyroscopeAverages = false
        /// The rate at which the gyroscope clips, in rad/s; nil when not known.
        package var gyroscopeRange: Double?

        /// The gyroscope's offset as learnt before, in rad/s.
        package var bias = Vector3.zero
        /// How far the true offset may be from `bias` about each axis, in rad/s.
        package var biasDeviation = Vector3(
            largestBiasDeviation, largestBiasDeviation, largestBiasDeviation)
        /// The same when nothing is known. Consumer gyroscopes are off by up to 5.5°/s. Less costs those,
        /// more costs runners with a better one.
        static let largestBiasDeviation = 0.07
        /// How the offset wanders, in rad/s per √s.
        package var biasNoise = 7e-4
        /// How the offset wanders with each rad/s of turning, in rad/s per √s: for what scale alone does not
        /// say.
        package var biasNoiseOfRate = 3.5e-4

        /// Noise of the rate, in rad/s per √Hz: ten times a data sheet's, for what is not in the model.
        package var rateNoise = 0.002
        /// The same for each rad/s of turning, in √s: axes that are not quite square.
        package var rateNoiseOfRate = 0.0018
        /// Share of the change between two samples that integration may miss: coning, late samples.
        package var rateNoiseOfChange = 0.25
        /// How far the gyroscope's scale may be off. Phones read up to 3 % low.
        package var scaleDeviation = 0.025

        /// Noise of the acceleration, in m/s² per √Hz.
        package var accelerationNoise = 0.2
        /// How far the accelerometer's offset may be from zero about each axis, in m/s². Phones: up to 0.2.
        package var offsetDeviation = 0.2

        /// How much the usual velocity weakens the claim that the velocity is zero, in s.
        package var leniencyOfVelocity = 17.0
        /// How much the usual acceleration weakens the claim that the velocity is zero, in s^1.5. From 0.3 on
        /// a steady sway shows.
        package var leniencyOfAcceleration = 0.2

        package init() {}
    }
}

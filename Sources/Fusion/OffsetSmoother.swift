import Glibc
package import MotionCore

/// Makes an offset quiet, without overshoot.
///
/// By default a held point first: a small move of the input does not move it, which keeps still what lies
/// still. Then a first-order low-pass that is quicker the faster the device is tilted, and slower while it is
/// shaken. Steps of time are exact, for an input that goes straight from value to value: the lag is the same
/// however often it is asked.
package struct OffsetSmoother: Sendable {
    private let smoothing: Smoothing
    private let settings: Settings
    private var newest: Timestamp?
    private var input = ViewerOffset.zero
    /// Mean of the input's speed in each direction, in 1/s.
    private var velocity = ViewerOffset.zero
    private var held = ViewerOffset.zero
    private var value = ViewerOffset.zero

    package init(_ smoothing: Smoothing = .default, settings: Settings = Settings()) {
        self.smoothing = smoothing
        self.settings = settings
    }

    /// How much ahead of its time an input should be predicted for the value to come in time, in s.
    package var lead: Double { smoothing == .default ? settings.lead : 0 }

    /// The value at `time`. `shake` is the motion's.
    package mutating func update(_ newInput: ViewerOffset, shake: Double, at time: Timestamp) -> ViewerOffset
    {
        defer { newest = time }
        guard let newest else {
            (input, held, value) = (newInput, newInput, newInput)
            return value
        }
        let dt = time.seconds(since: newest)
        guard dt > 0 else { return value }
        switch smoothing {
        case .none:
            value = newInput
        case .timeConstant(let time):
            value.follow(from: input, to: newInput, over: time, dt: dt)
        case .default:
            smooth(newInput, shake: shake, dt: dt)
        }
        input = newInput
        return value
    }

    private mutating func smooth(_ newInput: ViewerOffset, shake: Double, dt: Double) {
        let mean = 1 - exp(-dt / settings.velocityTime)
        velocity = velocity + mean * ((1 / dt) * (newInput - input) - velocity)
        let speed = velocity.length

        let slack = settings.slack / (1 + (speed / settings.slackSpeed).squared.squared)
        let before = held
        let strain = newInput - held
        if strain.length > slack { held = newInput - (slack / strain.length) * strain }

        let shaken = shake.smoothstep(from: settings.leastShake, to: settings.fullShake)
        let slowing = 1 + (settings.slowingByShake - 1) * shaken
        let time = slowing / (1 / settings.time + settings.quickening * speed)
        value.follow(from: before, to: held, over: time, dt: dt)
    }
}

extension OffsetSmoother {
    /// Of the default smoothing: found on walking persons, devices at rest and a steady hand.
    package struct Settings: Hashable, Sendable {
        /// How far the input may stray from the held point at rest without moving it, in offset: more than an
        /// attitude wanders at rest. Also how far a value may be off for good.
        package var slack = 0.005
        /// The speed at which half of that is left, in 1/s: 2°/s of tilt. More makes slow tilts stick.
        package var slackSpeed = 0.1
        /// Of the mean that tells the speed, in s. Less makes noise look like speed.
        package var velocityTime = 0.053
        /// Of the low-pass while hardly anything moves, in s: the lag of the smallest tilts.
        package var time = 0.0265
        /// What each 1/s of speed adds to the inverse of that time, in 1/s. More shortens the lag of large
        /// tilts and lets jitter through.
        package var quickening = 12.5
        /// The shake from which on the device may be slower, in m/s²: more than a steady hand's.
        package var leastShake = 0.3
        /// The shake of walking, in m/s².
        package var fullShake = 0.9
        /// How many times slower it is then.
        package var slowingByShake = 5.0
        /// See `OffsetSmoother.lead`, in s: the lag in a steady hand.
        package var lead = 0.018

        package init() {}
    }
}

extension ViewerOffset {
    /// A step of a first-order low-pass whose input goes straight from one value to the next.
    fileprivate mutating func follow(
        from old: ViewerOffset, to new: ViewerOffset, over time: Double, dt: Double
    ) {
        guard time > 0 else { return self = new }
        let left = exp(-dt / time)
        let lag = time / dt * (1 - left)
        self = new + left * (self - old) + lag * (old - new)
    }
}

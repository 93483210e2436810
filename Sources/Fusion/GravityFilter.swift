package import MotionCore

/// Up from the accelerometer alone: a low-pass that is slow while the device sways as usual and opens up for
/// what exceeds that.
package struct GravityFilter: Sendable {
    package struct Settings: Hashable, Sendable {
        /// Time of the low-pass with nothing unusual going on, in s. Found, as all of these, on two persons'
        /// phones.
        package var longestTime = 2.0
        /// The same when a tilt is certain, in s.
        package var shortestTime = 0.03
        /// The most that sway counts as usual, as a multiple of how much the length of the acceleration
        /// varies: a device that is shaken is pulled and pushed, while one that is only turned keeps to 1 g
        /// however fast.
        package var shareOfShaking = 2.0
        /// How long the usual sway is remembered, in s.
        package var memory = 4.0
        /// What counts as usual even in a device that lies still, in m/s².
        package var noise = 0.1
        /// Opens for one sample that exceeds the usual: by the fourth power of how far it is out.
        package var gainOfSurprise = 0.15
        /// Opens for a lasting difference, by the square of how far it is out.
        package var gainOfDifference = 6.0
        /// How long a difference must last to count as such, in s.
        package var differenceTime = 1.3
        /// The largest sway that excuses such a difference, in m/s². Without it a device that is turned on
        /// and on would lag ever more; a smaller one costs runners.
        package var largestSway = 2.0

        package init() {}
    }

    private let settings: Settings
    private var clock = SampleClock()
    /// Since the start or restart, in s.
    private var elapsed = 0.0
    private var acceleration = Vector3.zero
    /// The low-pass of the acceleration.
    private var slow = Vector3.zero
    /// Both stages of the one that shows a lasting difference.
    private var recent = Vector3.zero, lasting = Vector3.zero
    /// Mean square distance from the vertical, (m/s²)².
    private var usual = 0.0
    /// The length of the acceleration, in m/s², and its mean square distance from that.
    private var size = 0.0, shaking = 0.0
    private var scatter = Scatter(.zero)
    private var rest = 0.0

    /// Device axes → earth axes; the heading is what the least turns from sample to sample make of it.
    package private(set) var attitude: Quaternion?

    package init(_ settings: Settings = Settings()) { self.settings = settings }

    package mutating func update(_ sample: Sample) {
        guard sample.sensor == .accel, sample.isPlausible else { return }
        switch clock.step(to: sample.time) {
        case .refused:
            return
        case .next(let dt):
            follow(sample.value, dt: dt)
        case .first, .broken:
            start(sample.value)
        }
        let old = attitude ?? .identity
        attitude = (Quaternion(from: old.rotate(slow), to: .unitZ) * old).normalized
    }

    private mutating func start(_ newAcceleration: Vector3) {
        acceleration = newAcceleration
        (slow, recent, lasting) = (newAcceleration, newAcceleration, newAcceleration)
        scatter = Scatter(newAcceleration)
        size = newAcceleration.length
        (elapsed, usual, shaking, rest) = (0, 0, 0, 0)
    }

    private mutating func follow(_ newAcceleration: Vector3, dt: Double) {
        acceleration = newAcceleration
        elapsed += dt
        recent.approach(acceleration, over: min(settings.differenceTime, elapsed), dt: dt)
        lasting.approach(recent, over: min(settings.differenceTime, elapsed), dt: dt)
        let surprise = across(acceleration), difference = across(lasting)
        usual.approach(surprise, over: min(settings.memory, elapsed), dt: dt)
        shaking.approach((acceleration.length - size).squared, over: min(settings.memory, elapsed), dt: dt)
        size.approach(acceleration.length, over: min(settings.memory, elapsed), dt: dt)

        let unit = min(usual, settings.shareOfShaking * shaking) + settings.noise.squared
        let opening =
            1 + settings.gainOfSurprise * (surprise / unit).squared
            + settings.gainOfDifference * difference / min(unit, settings.largestSway.squared)
        let time = max(
            settings.shortestTime, min(settings.longestTime / opening, 0.5 * elapsed + 0.05))
        slow.approach(acceleration, over: time, dt: dt)

        scatter.add(acceleration, dt: dt)
        rest = scatter.square < Rest.acceleration.squared ? rest + dt : 0
    }

    /// The square of the part of `vector` across the present vertical.
    private func across(_ vector: Vector3) -> Double {
        guard let up = slow.normalized else { return 0 }
        let part = vector - slow
        return (part - part.dot(up) * up).lengthSquared
    }

    /// The newest sample's time.
    package var newest: Timestamp? { clock.newest }

    /// Still for the last second.
    package var isResting: Bool { rest >= Rest.shortest }

    /// The newest acceleration less its slow part, in m/s², device axes: this way the sensor's own scale and
    /// offset do not show.
    package var userAcceleration: Vector3 { acceleration - slow }
}

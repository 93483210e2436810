import Glibc
package import MotionCore

/// Where the viewer is, followed the way a person holds the device.
///
/// A tilt up to the range is held for some seconds; what stays longer becomes neutral, a pick-up or a turn of
/// the whole person at once. It moves smoothly, whatever the attitude does.
///
/// The neutral is a direction, for a twist about the way to the viewer never shows. With a gyroscope it is
/// the way to the viewer in earth axes, compared with the screen's normal. Without one it is where up was in
/// device axes, compared with where up is: least turns added up would drift in heading when the device is
/// swirled.
package struct NeutralPose: Sendable {
    let settings: Settings
    /// Whether attitudes come with a heading that means something.
    let seesHeading: Bool
    private var newest: Timestamp?
    private var attitude = Quaternion.identity
    var neutral = Vector3.unitZ
    /// Quick and slow mean of the present direction: where they agree the device is held still.
    private var quickMean = Vector3.unitZ, slowMean = Vector3.unitZ
    /// 0 while the neutral waits for stillness … 1 while it hurries to the present direction.
    private var catchUp = 0.0
    /// What is left of the turns about the vertical lately, in rad, and their rate, in rad/s.
    private var turned = 0.0, turnRate = 0.0
    /// What of that rate goes on and on: two stages of a mean.
    private var lastingRate = (first: 0.0, second: 0.0)
    /// Seconds since a recentring began.
    private var recentering: Double?

    package init(_ settings: Settings = Settings(), seesHeading: Bool) {
        self.settings = settings
        self.seesHeading = seesHeading
    }

    package var isSet: Bool { newest != nil }

    package mutating func update(_ newAttitude: Quaternion, at time: Timestamp) {
        let present = direction(of: newAttitude)
        guard let newest else {
            self.newest = time
            attitude = newAttitude
            center(at: present)
            return
        }
        let step = time.seconds(since: newest)
        guard step != 0 else { return }
        let turn = turn(to: newAttitude)
        self.newest = time
        attitude = newAttitude
        // What happened in a gap nobody saw: the offset stays and is eased out.
        guard step > 0, step <= 0.25 else { return rotate(by: turn) }

        let dt = min(step, 0.1)
        if seesHeading { takeAlong(turn, dt: dt) }
        follow(present, dt: dt)
        recenter(to: present, dt: dt)
    }

    /// Takes the neutral along with an attitude that was corrected by `turn`, in earth axes, while the device
    /// did not move.
    package mutating func realign(by turn: Quaternion) {
        guard seesHeading, isSet else { return }
        attitude = turn * attitude
        rotate(by: turn)
    }

    /// Makes the present direction neutral within 150 ms of `time`, eased.
    package mutating func recenter(at time: Timestamp) {
        guard let newest else { return }
        recentering = -max(0, min(settings.recenterTime, time.seconds(since: newest)))
    }

    /// Whether the offsets against both are as good as the same, so that one can take the other's place
    /// unseen.
    package func agrees(with other: NeutralPose) -> Bool {
        isSet == other.isSet && recentering == nil && other.recentering == nil
            && neutral.angle(to: other.neutral) < 0.001 * settings.range
    }
}

extension NeutralPose {
    /// What is compared with the neutral.
    private func direction(of attitude: Quaternion) -> Vector3 {
        seesHeading ? attitude.rotate(.unitZ) : attitude.up
    }

    /// How the directions turned since the last attitude.
    private func turn(to newAttitude: Quaternion) -> Quaternion {
        seesHeading
            ? newAttitude * attitude.conjugate : Quaternion(from: attitude.up, to: newAttitude.up)
    }

    private mutating func center(at present: Vector3) {
        (neutral, quickMean, slowMean) = (present, present, present)
        (catchUp, turned) = (0, 0)
    }

    private mutating func rotate(by turn: Quaternion) {
        neutral = turn.rotate(neutral)
        quickMean = turn.rotate(quickMean)
        slowMean = turn.rotate(slowMean)
    }

    /// Turns the viewer about the vertical: by what exceeds the free turn, and along with a turn that goes on
    /// and on. What is turned is soon forgotten, but later while the turning goes on.
    private mutating func takeAlong(_ turn: Quaternion, dt: Double) {
        let aboutVertical = 2 * atan2(turn.w < 0 ? -turn.z : turn.z, abs(turn.w))
        turned += aboutVertical
        turnRate.approach(aboutVertical / dt, over: settings.turnPaceTime, dt: dt)
        turned /= 1 + dt / (settings.turnMemory * (1 + (turnRate / settings.turnPace).squared))
        let excess = max(0, abs(turned) - settings.freeTurn) * dt / (settings.leashTime + dt)
        let taken = (turned < 0 ? -excess : excess) + lastingTurn(dt: dt)
        guard taken != 0 else { return }
        turned -= taken
        rotate(by: Quaternion(rotationVector: Vector3(0, 0, taken)))
    }

    /// How much of the present turning has been going on for long. It ends when the turning ends.
    private mutating func lastingTurn(dt: Double) -> Double {
        lastingRate.first.approach(turnRate, over: settings.lastingTime, dt: dt)
        lastingRate.second.approach(lastingRate.first, over: settings.lastingTime, dt: dt)
        guard turnRate * lastingRate.second > 0 else { return 0 }
        let pace = max(0, min(abs(turnRate), abs(lastingRate.second)) - settings.leastLastingPace)
        return (turnRate < 0 ? -pace : pace) * dt
    }

    /// Moves the neutral: slowly to where the device is held still, quickly when that is far from it, and
    /// never more than the leash behind.
    private mutating func follow(_ present: Vector3, dt: Double) {
        let distance = neutral.angle(to: present)
        let ranges = distance / settings.range
        let isFar = ranges.smoothstep(from: settings.leastPosture, to: settings.fullPosture)
        let hasTurned = (abs(turned) / settings.freeTurn).smoothstep(from: 1, to: settings.newHeading)
        let rise = max(isFar, hasTurned) / settings.catchUpRise
        let fall =
            (1 - ranges.smoothstep(from: settings.caughtUp, to: settings.nearlyCaughtUp))
            / settings.catchUpFall
        catchUp = (catchUp + rise * dt) / (1 + (rise + fall) * dt)
        let hurry = catchUp / settings.catchUpTime

        quickMean.turn(to: present, rate: 1 / settings.quickTime + hurry, dt: dt)
        slowMean.turn(to: present, rate: 1 / settings.slowTime + hurry, dt: dt)
        neutral.turn(to: quickMean, rate: stillness(of: distance) / settings.settleTime, dt: dt)
        let excess = ranges - settings.leash
        let leash = excess > 0 ? excess / (settings.leashTime * ranges) : 0
        neutral.turn(to: present, rate: hurry + leash, dt: dt)
    }

    /// 1 where the device is held still at a `distance` from the neutral, down to 0 where it moves.
    private func stillness(of distance: Double) -> Double {
        // The floor keeps noise from holding off the last of it.
        let tolerance = min(settings.tolerance, settings.toleranceShare * distance + 0.001)
        let disagreement = (quickMean - slowMean).lengthSquared / tolerance.squared
        return 1 / (1 + disagreement.squared)
    }

    private mutating func recenter(to present: Vector3, dt: Double) {
        guard let elapsed = recentering else { return }
        let before = elapsed.smoothstep(from: 0, to: settings.recenterTime)
        let after = (elapsed + dt).smoothstep(from: 0, to: settings.recenterTime)
        recentering = elapsed + dt
        neutral.move(to: present, by: (after - before) / (1 - before))
        guard after == 1 else { return }
        center(at: present)
        recentering = nil
    }
}

extension Vector3 {
    /// Moves a direction along the chord to another by a share of it.
    mutating func move(to target: Vector3, by share: Double) {
        self = (self + share * (target - self)).normalized ?? target
    }

    /// The same at a rate in 1/s, stable at any `dt`.
    mutating func turn(to target: Vector3, rate: Double, dt: Double) {
        move(to: target, by: rate * dt / (1 + rate * dt))
    }
}

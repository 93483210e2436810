extension NeutralPose {
    /// One set for all devices. docs/tilt.md says how far each may go before a promise breaks.
    package struct Settings: Hashable, Sendable {
        /// The tilt that makes an offset of 0.84, in rad; more comes ever closer to 1. Smaller makes all
        /// livelier.
        package var range = 20 * Double.pi / 180
        /// Without a gyroscope: how much of a turn is laid to the heading, which gravity does not show, so
        /// that less of it is a twist of the screen. 0 is none; from 3 on offsets become steep.
        package var headingShare = 1.0

        /// Settling: how soon the neutral is where the device is held still, in s. Longer makes tilts stay
        /// longer.
        package var settleTime = 3.5
        /// The device counts as held still where its mean over this time, in s, …
        package var quickTime = 0.5
        /// … and its mean over this time, in s, agree. Longer lets a tilt stay longer before it settles.
        package var slowTime = 3.0
        /// How far these may be apart, in rad. Larger lets a hand that is never still settle.
        package var tolerance = 1.5 * Double.pi / 180
        /// The same as a share of the tilt where that is less: so that small tilts stay as long as large
        /// ones.
        package var toleranceShare = 0.2

        /// Catching up with a new posture: how soon the neutral is there, in s.
        package var catchUpTime = 0.4
        /// How soon catching up is in full swing, and over, in s. Longer is gentler.
        package var catchUpRise = 0.15, catchUpFall = 0.2
        /// The tilts between which catching up sets in, in ranges.
        package var leastPosture = 1.1, fullPosture = 1.5
        /// The tilts between which it ends, in ranges.
        package var nearlyCaughtUp = 0.12, caughtUp = 0.05
        /// The most that the neutral stays behind, in ranges: there the offset is 0.93 anyway.
        package var leash = 1.35
        /// How soon what exceeds that is made up for, in s. Longer shows offsets near 1 for longer.
        package var leashTime = 0.06

        /// How far about the vertical a turn may take the device away from the viewer, in rad, before the
        /// viewer is taken along: a person who walks round a corner.
        package var freeTurn = 20 * Double.pi / 180
        /// From how many free turns on that is a new posture as well.
        package var newHeading = 1.2
        /// How soon a turn about the vertical is forgotten that is over, in s.
        package var turnMemory = 1.0
        /// The pace of turning, in rad/s, at which it is remembered twice as long: about 8°/s. At three times
        /// that, ten times as long.
        package var turnPace = 0.14
        /// Of the mean that tells the pace, in s.
        package var turnPaceTime = 0.25
        /// A turn about the vertical that goes on for about twice this time, in s, takes the viewer along as
        /// it goes: a vehicle in a curve, a gyroscope that drifts.
        package var lastingTime = 3.0
        /// The pace that this leaves to settling, in rad/s: 0.3°/s. Less shortens how long small turns show.
        package var leastLastingPace = 0.005

        /// How long a recentring takes, in s.
        package var recenterTime = 0.15

        package init() {}
    }
}

package import MotionCore

/// How a client sees motion. Clients with equal views share one encoding of a tick.
package struct View: Hashable, Sendable {
    package enum Format: String, Hashable, Sendable, CaseIterable {
        /// A JSON line a frame.
        case json
        /// 32 bytes a frame.
        case binary
        /// No frames: the newest is in shared memory.
        case memfd
    }

    /// What a JSON frame can tell besides `seq` and `t`.
    package enum Field: String, Hashable, Sendable, CaseIterable {
        case x, y, pitch, roll
        /// The attitude as w, x, y, z.
        case q
        /// In g, as phones report it: (0, 0, −1) flat with the screen up.
        case gravity
        /// User acceleration in g.
        case accel
        /// Rate without its offset in rad/s.
        case gyro
        /// Velocity of the offset in 1/s.
        case vx, vy
    }

    /// Time constants of a smoothing that can be asked for, in s.
    package static let timeConstants = 0.001...10.0

    package var format = Format.json
    package var fields: [Field] = [.x, .y, .pitch, .roll]
    /// How the picture is turned whose axes it has: with zero they are the device's.
    package var screen = ScreenAngle.zero
    package var smoothing = Smoothing.default

    package init() {}
}

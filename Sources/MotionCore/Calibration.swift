import Glibc

/// How an accelerometer sits in the device, found from where it says that up is in three poses at rest.
package struct Calibration: Hashable, Sendable {
    /// How the device lies.
    package enum Pose: Int, Hashable, Sendable, CaseIterable {
        /// Screen up.
        case flat
        /// From there, with the right edge lowered.
        case rightLowered
        /// From flat, with the top edge raised.
        case topRaised
    }

    package enum Failure: Error, Hashable {
        /// The tilt is too small, or beyond upright: it shows no direction.
        case unclear(Pose)
        /// The two tilts went in directions that miss a right angle by so much, rad.
        case skewed(Double)
        /// No rotation makes all three poses true, only a mirror. `likeliest`: the mistake after which the
        /// matrix in use would be right.
        case mirrored(likeliest: Mistake?)
    }

    /// What makes three poses look mirrored.
    package enum Mistake: Hashable, Sendable, CaseIterable {
        case screenDown, leftLowered, bottomRaised, tiltsSwapped
    }

    /// A tilt lies between these angles, rad.
    package static let tilts = (20 * Double.pi / 180)...(100 * Double.pi / 180)
    /// Poses by hand miss by this much, rad; more is another mounting or another pose.
    private static let slack = 20 * Double.pi / 180
    /// Sensors sit square to the device but for very few: so near to it, in rad, they do.
    private static let square = 8 * Double.pi / 180

    /// Sensor axes → device axes.
    package let rotation: Rotation
    /// The same as measured, before it was made square.
    package let measured: Rotation
    /// By how much the two tilts missed a right angle, rad.
    package let skew: Double

    /// Whether each axis of the sensor is one of the device's.
    package var isSquare: Bool { rotation.nearestQuarterTurn.rotation == rotation }

    /// From the readings in the three poses, of any length, and the rotation that was used so far.
    package init(
        flat: Vector3, rightLowered: Vector3, topRaised: Vector3, inUse: Rotation
    ) throws(Failure) {
        guard let z = flat.normalized else { throw .unclear(.flat) }
        // With the right edge lowered up leans to the left, with the top edge raised to the top.
        let x = -(try lean(of: rightLowered, from: z, .rightLowered))
        let y = try lean(of: topRaised, from: z, .topRaised)
        skew = abs(x.angle(to: y) - .pi / 2)
        guard skew < Calibration.slack else { throw .skewed(skew) }
        // Two directions that share the blame for missing a right angle.
        let (sum, difference) = ((x + y) / (x + y).length, (x - y) / (x - y).length)
        let (right, top) = ((sum + difference) / 2.0.squareRoot(), (sum - difference) / 2.0.squareRoot())
        guard right.cross(top).dot(z) > 0 else {
            throw .mirrored(likeliest: Mistake.likeliest(right: right, top: top, inUse: inUse))
        }
        measured = Rotation(x: right, y: top)
        let (nearest, angle) = measured.nearestQuarterTurn
        rotation = angle < Calibration.square ? nearest : measured
    }
}

extension Calibration.Mistake {
    fileprivate static func likeliest(right: Vector3, top: Vector3, inUse: Rotation) -> Self? {
        let ranked = allCases.map { ($0, $0.undone(right: right, top: top).angle(to: inUse)) }
        return ranked.filter { $0.1 < Calibration.slack }.min { $0.1 < $1.1 }?.0
    }

    /// The rotation that the poses would show without this mistake.
    private func undone(right: Vector3, top: Vector3) -> Rotation {
        switch self {
        // The right-hand rule finds the third axis.
        case .screenDown: Rotation(x: right, y: top)
        case .leftLowered: Rotation(x: -right, y: top)
        case .bottomRaised: Rotation(x: right, y: -top)
        // The top edge raised was taken for the right edge lowered, and the other way round.
        case .tiltsSwapped: Rotation(x: -top, y: -right)
        }
    }
}

/// The direction to which up leans from `z`.
private func lean(
    of up: Vector3, from z: Vector3, _ pose: Calibration.Pose
) throws(Calibration.Failure) -> Vector3 {
    // A little more than what is asked for: who asks looked at other samples.
    let margin = 0.05
    let tilt = up.angle(to: z)
    guard tilt > Calibration.tilts.lowerBound - margin, tilt < Calibration.tilts.upperBound + margin,
        let direction = (up - up.dot(z) * z).normalized
    else { throw .unclear(pose) }
    return direction
}

import MotionCore

/// Takes the poses of a calibration one after the other, each when the device has come to lie still in it.
struct PoseGuide {
    /// For the first there must be time to read and to lay the device down, in s.
    private static let firstStillness = 5.0
    private static let stillness = 1.5

    /// What the accelerometer read in the poses that were taken, in the order of `Pose.allCases`.
    private(set) var taken: [Vector3] = []
    private var present = Stillness()

    /// The pose that comes next; nil when all were taken.
    var wanted: Calibration.Pose? { Calibration.Pose(rawValue: taken.count) }

    private var needed: Double { wanted == .flat ? PoseGuide.firstStillness : PoseGuide.stillness }

    /// Whether this reading completes a pose.
    mutating func add(_ scan: Scan) -> Bool {
        guard wanted != nil else { return false }
        present.add(scan)
        guard present.seconds >= needed, fault == nil else { return false }
        taken.append(present.mean)
        present = Stillness()
        return true
    }

    /// What was read until now does not go together with what comes.
    mutating func interrupt() { present = Stillness() }

    /// How the present pose fares, for people.
    var progress: String {
        guard present.seconds > 0.3 else { return "moving" }
        if let fault { return fault }
        return "still, \(fixed(max(0, needed - present.seconds), places: 1)) s more"
    }

    /// Why what is read now is not the pose that is wanted, however still it is; nil where it may be.
    private var fault: String? {
        let up = present.mean
        guard 0.8...1.2 ~= up.length / .gravity else {
            return "\(fixed(up.length, places: 1)) m/s² is not gravity alone"
        }
        guard let flat = taken.first else { return nil }
        let tilt = up.angle(to: flat)
        let turned = "tilted by \(fixed(degrees(tilt), places: 0))°"
        if tilt < Calibration.tilts.lowerBound { return "\(turned), 20° is the least" }
        if tilt > Calibration.tilts.upperBound { return "\(turned), 90° is the most" }
        guard taken.dropFirst().allSatisfy({ $0.angle(to: up) >= Calibration.tilts.lowerBound }) else {
            return "still in the pose before"
        }
        return nil
    }
}

extension Calibration.Pose {
    /// What to do for it.
    var request: String {
        switch self {
        case .flat: "lay it flat, screen up, and leave it for five seconds"
        case .rightLowered: "lower its right edge, by anything from 20° to upright, and hold it still"
        case .topRaised: "flat again, then raise its top edge as far, and hold it still"
        }
    }

    /// The device from one of its sides.
    var drawing: String {
        switch self {
        case .flat: "▂▂▂▂▂▂▂▂"
        case .rightLowered: "█▇▆▅▄▃▂▁  as seen from its bottom edge"
        case .topRaised: "▁▂▃▄▅▆▇█  as seen from its right edge"
        }
    }
}

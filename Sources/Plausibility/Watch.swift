package import MotionCore

/// Whether a stream gives what a sensor should.
package struct Watch: Sendable {
    package enum Finding: Hashable, Sendable {
        case fine
        /// No scan for 0.5 s.
        case silent
        /// Bit by bit the same for 1 s, from a sensor so fine that its noise shows.
        case stuck
        /// An axis at the end of its type for 1 s.
        case saturated
    }

    /// Nanoseconds.
    private static let patience: Int64 = 500_000_000
    private static let sameness: Int64 = 1_000_000_000

    /// What a sensor said last.
    private struct Track: Sendable {
        let isFine: Bool
        var value: Vector3?
        /// Since when it has been so, in nanoseconds.
        var changed: Int64
        var unsaturated: Int64
    }

    private var tracks: [Sensor: Track]
    private var newest: Int64
    /// Whether a scan has come at all, since the last remedy if there was one.
    package private(set) var isProven = false

    /// `steps`: what each sensor's value moves by at least, m/s² or rad/s; `now` in nanoseconds, as
    /// everywhere.
    package init(steps: [Sensor: Double], at now: Int64) {
        tracks = steps.reduce(into: [:]) { tracks, entry in
            let noise = entry.key == .accel ? 0.02 : 0.002
            tracks[entry.key] = Track(isFine: entry.value < noise, changed: now, unsaturated: now)
        }
        newest = now
    }

    package mutating func note(_ sensor: Sensor, _ value: Vector3, isSaturated: Bool, at now: Int64) {
        newest = now
        isProven = true
        guard var track = tracks[sensor] else { return }
        if value != track.value { track.changed = now }
        if !isSaturated { track.unsaturated = now }
        track.value = value
        tracks[sensor] = track
    }

    /// Begins anew, as after a remedy.
    package mutating func restart(at now: Int64) {
        newest = now
        isProven = false
        for sensor in tracks.keys {
            tracks[sensor]?.changed = now
            tracks[sensor]?.unsaturated = now
        }
    }

    /// How long no scan has come, in nanoseconds.
    package func silence(at now: Int64) -> Int64 { now - newest }

    package func finding(at now: Int64) -> Finding {
        if now - newest >= Watch.patience { return .silent }
        if tracks[.accel].map({ now - $0.unsaturated >= Watch.sameness }) == true { return .saturated }
        // Where one of two sensors moves the device lives.
        let fine = tracks.values.filter(\.isFine)
        let isStuck = !fine.isEmpty && fine.allSatisfy { now - $0.changed >= Watch.sameness }
        return isStuck ? .stuck : .fine
    }
}

extension Watch.Finding {
    /// A sentence for people; nil where nothing is wrong.
    package var sentence: String? {
        switch self {
        case .fine: nil
        case .silent: "no sample for 0.5 s"
        case .stuck: "the same reading for 1 s"
        case .saturated: "an axis of the accelerometer stands at the end of its range for 1 s"
        }
    }
}

package import MotionCore

/// How a sensor's samples lie.
struct Spread {
    let count: Int
    /// From the first to the last, in s.
    let seconds: Double
    let mean: Vector3
    /// The standard deviation of the axis that varies most.
    let deviation: Double
    /// Whether all are the same, bit by bit.
    let isConstant: Bool

    /// Nil for less than two samples.
    init?(_ scans: [Scan], of sensor: Sensor) {
        let scans = scans.filter { $0.sensor == sensor }
        guard scans.count > 1, let first = scans.first, let last = scans.last else { return nil }
        count = scans.count
        seconds = last.time.seconds(since: first.time)
        let total = Double(scans.count)
        let mean = scans.reduce(Vector3.zero) { $0 + $1.value } / total
        let squares = scans.reduce(Vector3.zero) { sum, scan in
            let d = scan.value - mean
            return sum + Vector3(d.x * d.x, d.y * d.y, d.z * d.z)
        }
        self.mean = mean
        isConstant = scans.allSatisfy { $0.value == first.value }
        deviation = (max(squares.x, squares.y, squares.z) / total).squareRoot()
    }

    /// Samples a second.
    var rate: Double { seconds > 0 ? Double(count - 1) / seconds : 0 }

    /// Whether an accelerometer with these samples lay still or nearly so.
    var isRest: Bool { deviation < 0.05 * mean.length }
}

/// Whether an accelerometer with these samples was moved.
package func isMotion(_ scans: [Scan]) -> Bool { Spread(scans, of: .accel)?.isRest == false }

/// A number with three digits that count, for sentences.
func short(_ value: Double) -> String {
    guard value != 0, value.isFinite else { return "0" }
    var unit = 1.0
    while value.magnitude / unit >= 1000 { unit *= 10 }
    while value.magnitude / unit < 100, unit > 1e-9 { unit /= 10 }
    let digits = (value / unit).rounded()
    // Dividing by a whole number leaves no tail of digits, which multiplying by a fraction does.
    let rounded = unit < 1 ? digits / (1 / unit).rounded() : digits * unit
    return Int64(exactly: rounded).map(String.init) ?? "\(rounded)"
}

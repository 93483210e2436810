package import MotionCore

/// A gyroscope's offset as learnt in an earlier run, as text that a state file holds.
///
/// ```
/// parallaxd bias 1
/// device bmi160
/// date 1790000000
/// bias 0.0123 -0.0045 0.0678
/// deviation 0.0021 0.0019 0.0083
/// ```
package struct StoredBias: Hashable, Sendable {
    package typealias Failure = StateText.Failure

    private static let heading = "parallaxd bias 1"
    /// In rad/s. More is no gyroscope's offset.
    private static let largest = 1.0

    /// The device's name, not empty.
    package var device: String
    /// When it was learnt, in s since 1970.
    package var date: Int64
    /// In rad/s, device axes.
    package var bias: Vector3
    /// Standard deviation of `bias` about each axis, in rad/s.
    package var deviation: Vector3

    package init(device: String, date: Int64, bias: Vector3, deviation: Vector3) {
        self.device = device
        self.date = date
        self.bias = bias
        self.deviation = deviation
    }

    package init(device: String, date: Int64, of filter: AttitudeFilter) {
        self.init(device: device, date: date, bias: filter.bias, deviation: filter.biasDeviation)
    }

    package var text: String {
        StateText.head(Self.heading, device: device, date: date)
            + """
            bias \(bias.x) \(bias.y) \(bias.z)
            deviation \(deviation.x) \(deviation.y) \(deviation.z)

            """
    }

    package init(_ text: String) throws(Failure) {
        let state = try StateText(text, heading: Self.heading, count: ("five", 5))
        device = state.device
        date = state.date
        bias = try vector("bias", state.rest[3])
        deviation = try vector("deviation", state.rest[4])
        guard bias.length <= Self.largest else {
            throw Failure(message: "\(bias.length) rad/s is no gyroscope's offset")
        }
        guard min(deviation.x, deviation.y, deviation.z) > 0 else {
            throw Failure(message: "\"\(state.rest[4])\" is not positive")
        }
    }
}

private func vector(_ key: String, _ line: Substring) throws(StoredBias.Failure) -> Vector3 {
    let words = try StateText.value(key, line).split(separator: " ", omittingEmptySubsequences: false)
    let numbers = words.compactMap { Double($0) }
    guard words.count == 3, numbers.count == 3, numbers.allSatisfy(\.isFinite) else {
        throw StoredBias.Failure(message: "\"\(line)\" does not end in three finite numbers")
    }
    return Vector3(numbers[0], numbers[1], numbers[2])
}

extension AttitudeFilter.Settings {
    /// How far an offset strays between two runs, in rad/s: the largest of three phones.
    private static let straying = 0.007

    /// Begins with what was learnt before, as far as it is still good.
    package mutating func use(_ stored: StoredBias) {
        bias = stored.bias
        func deviation(_ learnt: Double) -> Double {
            min((learnt.squared + Self.straying.squared).squareRoot(), Self.largestBiasDeviation)
        }
        biasDeviation = Vector3(
            deviation(stored.deviation.x), deviation(stored.deviation.y), deviation(stored.deviation.z))
    }
}

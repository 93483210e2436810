import Glibc

/// What is above a frequency: a Butterworth high-pass of 4th order, run both ways so that it shifts nothing.
///
/// Both are in Hz; the values come at `rate`.
func above(_ frequency: Double, of values: [Double], rate: Double) -> [Double] {
    guard let first = values.first, let last = values.last else { return [] }
    // Mirrored in its ends, so that they are no steps.
    let margin = min(values.count - 1, Int(2 * rate))
    let before = values[1..<1 + margin].reversed().map { 2 * first - $0 }
    let after = values.dropLast().suffix(margin).reversed().map { 2 * last - $0 }
    var signal = before + values + after
    for _ in 1...2 {
        for angle in [Double.pi / 8, 3 * Double.pi / 8] {
            highPass(&signal, edge: tan(Double.pi * frequency / rate), damping: 2 * cos(angle))
        }
        signal.reverse()
    }
    return Array(signal.dropFirst(margin).dropLast(margin))
}

/// A section of second order; `edge` is its frequency after the bilinear transform.
private func highPass(_ signal: inout [Double], edge: Double, damping: Double) {
    let scale = 1 / (1 + damping * edge + edge * edge)
    let feedback = (2 * (edge * edge - 1) * scale, (1 - damping * edge + edge * edge) * scale)
    var (input, output) = ((signal.first ?? 0, signal.first ?? 0), (0.0, 0.0))
    for index in signal.indices {
        let new = signal[index]
        signal[index] =
            scale * (new - 2 * input.0 + input.1) - feedback.0 * output.0 - feedback.1 * output.1
        input = (new, input.0)
        output = (signal[index], output.0)
    }
}

/// Root of the mean square.
func rms(_ values: some Collection<Double>) -> Double {
    (values.reduce(0) { $0 + $1 * $1 } / Double(max(1, values.count))).squareRoot()
}

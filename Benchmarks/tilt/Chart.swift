/// A small chart with lines in it, as SVG.
struct Chart {
    static let size = (width: 340.0, height: 200.0)
    private static let colors = ["#0b62b8", "#c2410c", "#15803d", "#7e22ce"]

    let title: String
    let xAxis: String
    let x: ClosedRange<Double>
    let xTicks: [Double]
    let y: ClosedRange<Double>
    let yTicks: [Double]
    private var lines: [String] = []
    private var count = 0

    init(_ title: String, xAxis: String, x: [Double], y: [Double]) {
        self.title = title
        self.xAxis = xAxis
        self.x = (x.first ?? 0)...(x.last ?? 1)
        self.y = (y.first ?? 0)...(y.last ?? 1)
        xTicks = x
        yTicks = y
    }

    /// A line with its name beside the point `at` of it; a dashed grey one is there to compare with.
    mutating func add(_ points: [(x: Double, y: Double)], name: String, at: Double, isAside: Bool = false) {
        let color = isAside ? "#888" : Self.colors[count % Self.colors.count]
        if !isAside { count += 1 }
        let path = points.map { "\(across($0.x)),\(up($0.y))" }.joined(separator: " ")
        let dash = isAside ? " stroke-dasharray=\"4 3\"" : ""
        lines.append(
            "<polyline points=\"\(path)\" fill=\"none\" stroke=\"\(color)\" stroke-width=\"1.6\"\(dash)/>")
        guard let near = points.min(by: { abs($0.x - at) < abs($1.x - at) }) else { return }
        let place = "x=\"\(across(near.x))\" y=\"\(up(near.y))\" dx=\"4\" dy=\"-5\""
        lines.append("<text \(place) fill=\"\(color)\">\(name)</text>")
    }

    /// The chart with its upper left corner at a place.
    func drawn(left: Double, top: Double) -> String {
        let (width, height) = (tenths(Self.size.width), tenths(Self.size.height))
        var parts = ["<g transform=\"translate(\(tenths(left)) \(tenths(top)))\">"]
        parts.append("<text x=\"0\" y=\"-12\" font-weight=\"bold\">\(title)</text>")
        for tick in yTicks {
            let y = up(tick)
            parts.append("<line x1=\"0\" y1=\"\(y)\" x2=\"\(width)\" y2=\"\(y)\" stroke=\"#ddd\"/>")
            parts.append("<text x=\"-6\" y=\"\(y)\" dy=\"4\" text-anchor=\"end\">\(short(tick))</text>")
        }
        for tick in xTicks {
            let x = across(tick)
            parts.append(
                "<text x=\"\(x)\" y=\"\(height)\" dy=\"16\" text-anchor=\"middle\">\(short(tick))</text>")
        }
        parts.append("<text x=\"\(width)\" y=\"\(height)\" dy=\"32\" text-anchor=\"end\">\(xAxis)</text>")
        return (parts + lines + ["</g>"]).joined(separator: "\n")
    }

    private func across(_ value: Double) -> String { tenths(share(value, of: x) * Self.size.width) }

    private func up(_ value: Double) -> String { tenths((1 - share(value, of: y)) * Self.size.height) }

    private func share(_ value: Double, of range: ClosedRange<Double>) -> Double {
        (value - range.lowerBound) / (range.upperBound - range.lowerBound)
    }
}

/// With one decimal, so that the last bits of a machine do not show.
private func tenths(_ value: Double) -> String { String((value * 10).rounded() / 10) }

private func short(_ value: Double) -> String {
    value == value.rounded() ? String(Int(value)) : String(value)
}

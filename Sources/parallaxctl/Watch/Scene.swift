import LinuxIO
import MotionCore
import MotionWire

/// What `watch` shows of one moment.
struct Scene {
    var offset = ViewerOffset.zero
    var tilt = Tilt(pitch: 0, roll: 0)
    /// As measured.
    var framesPerSecond: Double?
    var device: SensorDevice?
    /// Nil without a daemon.
    var health: Health? = .ok
    /// Stands in the last row before the keys.
    var notice: String?
    var hasColour = true

    /// The picture at a terminal's size: a title, the landscape, the instruments and a line of keys.
    func canvas(_ size: TerminalSize) -> Canvas {
        var canvas = Canvas(columns: size.columns, rows: size.rows)
        let panel = size.rows < 18 ? 5 : size.rows < 36 ? 7 : 9
        let land = max(0, size.rows - panel - 2)
        drawLandscape(on: &canvas, rows: 1..<(1 + land))
        drawInstruments(on: &canvas, top: 1 + land, height: panel)
        drawBar(title, on: &canvas, row: 0)
        drawBar(keys, on: &canvas, row: size.rows - 1)
        return canvas
    }

    private var title: String {
        let sensors = Sensor.allCases.filter { device?.sensors.contains($0) == true }.map(\.rawValue)
        let parts =
            device.map { [printable($0.name), sensors.joined(separator: "+"), $0.mode.rawValue] } ?? [
                "no device"
            ]
        return " " + (parts + [health?.state.rawValue ?? "no daemon"]).joined(separator: " · ")
    }

    private var keys: String {
        let news = notice ?? health.flatMap { $0 == .ok ? nil : described($0) }
        return news.map { " \($0) · q quit" } ?? " q quit · r recenter"
    }

    private func drawBar(_ text: String, on canvas: inout Canvas, row: Int) {
        let fitting =
            text.count <= canvas.columns ? text : text.prefix(max(0, canvas.columns - 1)) + "…"
        canvas.write(
            padded(String(fitting), to: canvas.columns), column: 0, row: row,
            ink: colour(250), paper: colour(236))
    }

    private func drawLandscape(on canvas: inout Canvas, rows: Range<Int>) {
        guard !rows.isEmpty, canvas.columns > 0 else { return }
        let points = Landscape(width: canvas.columns, height: 2 * rows.count).points(offset.bounded)
        for (index, row) in rows.enumerated() {
            for column in 0..<canvas.columns {
                let (upper, lower) = (points[2 * index][column], points[2 * index + 1][column])
                canvas.put(cell(upper, lower), column: column, row: row)
            }
        }
    }

    private func cell(_ upper: Material, _ lower: Material) -> Cell {
        guard hasColour else { return Cell(glyph: Material.glyph(upper, lower)) }
        guard upper != lower else { return Cell(glyph: " ", paper: upper.colour) }
        return Cell(glyph: "▀", ink: upper.colour, paper: lower.colour)
    }

    private func drawInstruments(on canvas: inout Canvas, top: Int, height: Int) {
        let horizon = Horizon(tilt: tilt, width: 2 * height + 3, height: height)
        let target = Target(offset: offset.bounded, width: 2 * height + 1, height: height)
        // In a wide terminal the three stand in its middle, with more room between them.
        let numbers = 13
        let room = canvas.columns - horizon.width - target.width - numbers
        let gap = max(1, min(6, room / 4))
        var column = max(1, (room - 2 * gap) / 2)
        for row in 0..<height {
            for place in 0..<horizon.width {
                let cell = horizon.cell(column: place, row: row, hasColour: hasColour)
                canvas.put(cell, column: column + place, row: top + row)
            }
        }
        column += horizon.width + gap
        for mark in target.marks {
            let cell = Cell(glyph: mark.glyph, ink: mark.isDot ? colour(214) : colour(244))
            canvas.put(cell, column: column + mark.column, row: top + mark.row)
        }
        column += target.width + gap
        for (index, line) in readings.enumerated() {
            canvas.write(line, column: column, row: top + (height - readings.count) / 2 + index)
        }
    }

    private var readings: [String] {
        [
            "x     " + fixed(offset.x, places: 3, width: 7),
            "y     " + fixed(offset.y, places: 3, width: 7),
            "pitch " + fixed(degrees(tilt.pitch), places: 1, width: 6) + "°",
            "roll  " + fixed(degrees(tilt.roll), places: 1, width: 6) + "°",
            "rate  " + (framesPerSecond.map { fixed($0, places: 1, width: 5) } ?? "    –") + "/s",
        ]
    }

    private func colour(_ number: UInt8) -> UInt8? { hasColour ? number : nil }
}

extension ViewerOffset {
    /// Inside −1…1 whatever came.
    var bounded: ViewerOffset {
        func inside(_ value: Double) -> Double { value.isFinite ? max(-1, min(1, value)) : 0 }
        return ViewerOffset(x: inside(x), y: inside(y))
    }
}

extension Material {
    fileprivate var colour: UInt8 {
        switch self {
        case .sky(let band): [17, 18, 18, 54, 96, 132, 174, 216][band]
        case .star: 230
        case .moon: 229
        case .mountain: 60
        case .snow: 189
        case .hills: 29
        case .trees: 22
        }
    }

    /// Without colours darkness does the same.
    private var shade: Unicode.Scalar {
        switch self {
        case .sky: " "
        case .star: "·"
        case .mountain: "░"
        case .snow, .hills: "▒"
        case .moon, .trees: "█"
        }
    }

    /// The character for two points above each other.
    fileprivate static func glyph(_ upper: Material, _ lower: Material) -> Unicode.Scalar {
        if upper.shade == lower.shade { return upper.shade }
        if lower.shade == "█" { return "▄" }
        if upper.shade == "█" { return "▀" }
        return upper.shade == " " ? lower.shade : upper.shade
    }
}

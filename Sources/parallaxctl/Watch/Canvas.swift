/// One character of the picture.
struct Cell: Hashable {
    var glyph: Unicode.Scalar
    /// Of the 256 colours; nil is the terminal's own.
    var ink: UInt8?
    var paper: UInt8?

    static let blank = Cell(glyph: " ")

    init(glyph: Unicode.Scalar, ink: UInt8? = nil, paper: UInt8? = nil) {
        self.glyph = glyph
        self.ink = ink
        self.paper = paper
    }
}

/// A picture of characters; what is drawn beside it is lost.
struct Canvas: Hashable {
    let columns: Int
    private(set) var rows: [[Cell]]

    init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = Array(repeating: Array(repeating: .blank, count: columns), count: rows)
    }

    mutating func put(_ cell: Cell, column: Int, row: Int) {
        guard rows.indices.contains(row), 0..<columns ~= column else { return }
        rows[row][column] = cell
    }

    /// Writes over what is there, and keeps its paper unless told otherwise.
    mutating func write(_ text: String, column: Int, row: Int, ink: UInt8? = nil, paper: UInt8? = nil) {
        for (index, glyph) in text.unicodeScalars.enumerated() {
            guard rows.indices.contains(row), 0..<columns ~= column + index else { continue }
            let paper = paper ?? rows[row][column + index].paper
            rows[row][column + index] = Cell(glyph: glyph, ink: ink, paper: paper)
        }
    }

    /// The picture without colours, without the blanks at the ends of lines.
    var text: String {
        rows.map { row in
            var line = String(String.UnicodeScalarView(row.map(\.glyph)))
            while line.last == " " { line.removeLast() }
            return line + "\n"
        }.joined()
    }
}

/// What a terminal shows, so that only rows that differ are sent.
struct Screen {
    private var shown: [[Cell]] = []

    /// Nothing is known of the terminal any more.
    mutating func forget() { shown = [] }

    /// The commands that make the terminal show `rows`.
    mutating func show(_ rows: [[Cell]]) -> String {
        var commands = shown.count == rows.count ? "" : "\u{1B}[0m\u{1B}[2J"
        for (index, row) in rows.enumerated() where shown.count != rows.count || shown[index] != row {
            commands += "\u{1B}[\(index + 1);1H" + encoded(row)
        }
        shown = rows
        return commands
    }
}

private func encoded(_ row: [Cell]) -> String {
    var text = ""
    var ink: UInt8?
    var paper: UInt8?
    for cell in row {
        if cell.ink != ink { text += cell.ink.map { "\u{1B}[38;5;\($0)m" } ?? "\u{1B}[39m" }
        if cell.paper != paper { text += cell.paper.map { "\u{1B}[48;5;\($0)m" } ?? "\u{1B}[49m" }
        (ink, paper) = (cell.ink, cell.paper)
        text.unicodeScalars.append(cell.glyph)
    }
    return ink == nil && paper == nil ? text : text + "\u{1B}[0m"
}

import Testing

@testable import parallaxctl

@Suite struct CanvasTests {
    @Test func `what is drawn beside the picture is lost`() {
        var canvas = Canvas(columns: 4, rows: 2)
        for (column, row) in [(-1, 0), (4, 0), (0, -1), (0, 2)] {
            canvas.put(Cell(glyph: "x"), column: column, row: row)
            canvas.write("y", column: column, row: row)
        }
        #expect(canvas == Canvas(columns: 4, rows: 2))
        canvas.write("abcdef", column: -1, row: 1)
        #expect(canvas.text == "\nbcde\n")
    }

    @Test func `only rows that differ are sent`() {
        var screen = Screen()
        var canvas = Canvas(columns: 3, rows: 3)
        let first = screen.show(canvas.rows)
        #expect(first.contains("\u{1B}[2J") && first.contains("\u{1B}[3;1H"))
        #expect(screen.show(canvas.rows).isEmpty)
        canvas.write("hi", column: 1, row: 1)
        #expect(screen.show(canvas.rows) == "\u{1B}[2;1H hi")
        screen.forget()
        #expect(screen.show(canvas.rows).contains("\u{1B}[1;1H"))
    }

    @Test func `a colour is told once and ends with its row`() {
        var screen = Screen()
        var canvas = Canvas(columns: 4, rows: 1)
        canvas.write("ab", column: 0, row: 0, ink: 9, paper: 17)
        canvas.write("c", column: 2, row: 0, ink: 9)
        #expect(
            screen.show(canvas.rows).hasSuffix(
                "\u{1B}[1;1H\u{1B}[38;5;9m\u{1B}[48;5;17mab\u{1B}[49mc\u{1B}[39m "))
        canvas.write("d", column: 3, row: 0, paper: 17)
        #expect(screen.show(canvas.rows).hasSuffix("\u{1B}[39m\u{1B}[48;5;17md\u{1B}[0m"))
    }
}

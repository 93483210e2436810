import Glibc
import LinuxIO

/// The terminal while it shows the scene; as it was again with its owner's end.
struct Display: ~Copyable {
    /// Nil where standard input is something else: then there are no keys.
    private let keyboard: RawTerminal?
    private var screen = Screen()
    private var isShown = false

    init() throws(Errno) { keyboard = isTerminal(STDIN_FILENO) ? try RawTerminal(STDIN_FILENO) : nil }

    deinit { if isShown { giveBack() } }

    mutating func show(_ scene: Scene) throws(Errno) {
        var commands = ""
        if !isShown {
            try keyboard?.enter()
            // The alternate screen, without cursor and without breaking lines.
            screen.forget()
            commands = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l"
            isShown = true
        }
        let size = TerminalSize(of: STDOUT_FILENO) ?? TerminalSize(columns: 80, rows: 24)
        commands += screen.show(scene.canvas(size).rows)
        if !commands.isEmpty { try writeOutput(Array(commands.utf8)) }
    }

    /// The next `show` sends all rows: another size leaves nothing where it was.
    mutating func redraw() { screen.forget() }

    /// Another program may have had the terminal: the next `show` sets all of it anew.
    mutating func forget() { isShown = false }

    /// Gives the terminal to somebody else until the next `show`.
    mutating func leave() {
        if isShown { giveBack() }
        forget()
    }

    /// Waits for keys; none where there will be no more.
    func keys() throws(Errno) -> [UInt8] { try keyboard?.keys() ?? [] }

    private func giveBack() {
        do throws(Errno) {
            try writeOutput(Array("\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l".utf8))
        } catch {}
        keyboard?.restore()
    }
}

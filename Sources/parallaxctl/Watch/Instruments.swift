import Glibc
import MotionCore

/// An artificial horizon: the screen is the aeroplane, its top edge the nose.
struct Horizon {
    let tilt: Tilt
    let width, height: Int

    /// Whether a point is below the horizon; from the middle, to the right and up, where a row of characters
    /// is two points high.
    func isGround(right: Double, up: Double) -> Bool {
        // With the right edge lowered the earth's up leans to the left. At ±90° a rim of the other half is
        // still in sight.
        let altitude = up * cos(tilt.roll) - right * sin(tilt.roll)
        return altitude < -tilt.pitch / (.pi / 2) * 0.9 * Double(height)
    }

    func cell(column: Int, row: Int, hasColour: Bool) -> Cell {
        let right = Double(column) - Double(width - 1) / 2
        let up = Double(height) - 0.5 - 2 * Double(row)
        let upper = isGround(right: right, up: up)
        let lower = isGround(right: right, up: up - 1)
        let isWing = row == height / 2 && (2...4 ~= abs(right) || right == 0)
        guard hasColour else {
            if isWing { return Cell(glyph: right == 0 ? "+" : "─") }
            return Cell(glyph: upper ? (lower ? "█" : "▀") : (lower ? "▄" : " "))
        }
        let (sky, ground): (UInt8, UInt8) = (31, 94)
        if isWing { return Cell(glyph: right == 0 ? "+" : "─", ink: 226, paper: lower ? ground : sky) }
        return Cell(glyph: "▀", ink: upper ? ground : sky, paper: lower ? ground : sky)
    }
}

/// A bull's-eye with a dot where the screen faces: in the middle at the viewer, right at the viewer's right.
struct Target {
    struct Mark: Hashable {
        let glyph: Unicode.Scalar
        let column, row: Int
        let isDot: Bool
    }

    let offset: ViewerOffset
    let width, height: Int

    /// Later ones lie over earlier ones.
    var marks: [Mark] {
        let ring = stride(from: 0, to: 2 * Double.pi, by: .pi / 48).map { mark("·", cos($0), sin($0)) }
        let halves = [(0.5, 0.0), (-0.5, 0), (0, 0.5), (0, -0.5)].map { mark("·", $0.0, $0.1) }
        return ring + halves + [mark("+", 0, 0), mark("●", offset.x, offset.y, isDot: true)]
    }

    private func mark(_ glyph: Unicode.Scalar, _ x: Double, _ y: Double, isDot: Bool = false) -> Mark {
        func place(_ value: Double, of count: Int) -> Int {
            Int(((value + 1) / 2 * Double(count - 1)).rounded())
        }
        return Mark(glyph: glyph, column: place(x, of: width), row: place(y, of: height), isDot: isDot)
    }
}

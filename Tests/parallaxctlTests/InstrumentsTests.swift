import MotionCore
import Testing

@testable import parallaxctl

@Suite struct InstrumentsTests {
    private func horizon(pitch: Double, roll: Double) -> Horizon {
        Horizon(tilt: Tilt(pitch: pitch, roll: roll), width: 17, height: 7)
    }

    /// How high the ground reaches in a column, in points.
    private func ground(_ horizon: Horizon, column: Int) -> Int {
        (0..<7).map { row in
            switch horizon.cell(column: column, row: row, hasColour: false).glyph {
            case "█": 2
            case "▄", "▀": 1
            default: 0
            }
        }.reduce(0, +)
    }

    @Test func `level, the ground is the lower half`() {
        for column in [0, 4, 12, 16] {
            #expect(abs(ground(horizon(pitch: 0, roll: 0), column: column) - 7) <= 1)
        }
    }

    @Test(arguments: [0.1, 0.4, 1.0])
    func `with the right edge lowered the ground is higher on the right`(roll: Double) {
        let right = horizon(pitch: 0, roll: roll)
        #expect(ground(right, column: 16) > ground(right, column: 0))
        let left = horizon(pitch: 0, roll: -roll)
        #expect(ground(left, column: 16) < ground(left, column: 0))
    }

    @Test func `with the top edge raised there is less ground`() {
        #expect(
            ground(horizon(pitch: 0.5, roll: 0), column: 0) < ground(horizon(pitch: 0, roll: 0), column: 0))
        #expect(
            ground(horizon(pitch: -0.5, roll: 0), column: 0) > ground(horizon(pitch: 0, roll: 0), column: 0))
    }

    @Test func `upright there is still a rim of ground, and upside down of sky`() {
        #expect(ground(horizon(pitch: .pi / 2, roll: 0), column: 0) > 0)
        #expect(ground(horizon(pitch: -.pi / 2, roll: 0), column: 0) < 14)
        let upsideDown = horizon(pitch: 0, roll: .pi)
        #expect(upsideDown.cell(column: 0, row: 0, hasColour: false).glyph == "█")
        #expect(upsideDown.cell(column: 0, row: 6, hasColour: false).glyph == " ")
    }

    @Test(arguments: [
        (0.0, 0.0, 7, 3), (1, 0, 14, 3), (-1, 0, 0, 3), (0, 1, 7, 6), (0, -1, 7, 0), (5, -5, 14, 0),
        (.nan, .infinity, 7, 3),
    ])
    func `the dot is where the screen faces, and in the picture`(x: Double, y: Double, column: Int, row: Int)
    {
        let target = Target(offset: ViewerOffset(x: x, y: y).bounded, width: 15, height: 7)
        let dot = target.marks.last
        #expect(dot?.isDot == true)
        #expect(dot?.column == column && dot?.row == row)
        #expect(target.marks.allSatisfy { 0..<15 ~= $0.column && 0..<7 ~= $0.row })
    }
}

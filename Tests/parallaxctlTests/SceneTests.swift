import Foundation
import LinuxIO
import MotionCore
import MotionWire
import Testing

@testable import parallaxctl

@Suite struct SceneTests {
    /// The picture in the README.
    private static var example: Scene {
        var scene = Scene()
        scene.offset = ViewerOffset(x: 0.4, y: -0.2)
        scene.tilt = Tilt(pitch: 0.35, roll: 0.21)
        scene.framesPerSecond = 60
        scene.device = SensorDevice(
            id: "iio:device0", name: "bmi160", sensors: [.accel, .gyro], mode: .buffer)
        scene.hasColour = false
        return scene
    }

    @Test func `the README shows what is drawn`() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../README.md")
        let drawn = Self.example.canvas(TerminalSize(columns: 80, rows: 24)).text
        #expect(try String(contentsOf: file, encoding: .utf8).contains("```\n" + drawn + "```\n"), "\(drawn)")
    }

    @Test(arguments: [(1, 1), (3, 200), (40, 12), (41, 13), (80, 24), (80, 17), (132, 50), (300, 6), (9, 2)])
    func `every size gives exactly that many rows and columns`(columns: Int, rows: Int) {
        for hasColour in [true, false] {
            var scene = Self.example
            scene.hasColour = hasColour
            let canvas = scene.canvas(TerminalSize(columns: columns, rows: rows))
            #expect(canvas.rows.count == rows)
            #expect(canvas.rows.allSatisfy { $0.count == columns })
        }
    }

    @Test(arguments: [Double.nan, .infinity, -1e300, 1e15])
    func `a daemon that sends nonsense does not end it`(value: Double) {
        var scene = Self.example
        scene.offset = ViewerOffset(x: value, y: value)
        scene.tilt = Tilt(pitch: value, roll: value)
        scene.framesPerSecond = value
        #expect(scene.canvas(TerminalSize(columns: 80, rows: 24)).rows.count == 24)
    }

    @Test func `without colours no cell has one`() {
        let cells = Self.example.canvas(TerminalSize(columns: 80, rows: 24)).rows.joined()
        #expect(cells.allSatisfy { $0.ink == nil && $0.paper == nil })
    }

    @Test(arguments: [TerminalSize(columns: 40, rows: 12), TerminalSize(columns: 80, rows: 24)])
    func `everything that is to be read is there`(size: TerminalSize) {
        let text = Self.example.canvas(size).text
        for word in [
            "bmi160", "accel+gyro", "buffer", "ok", "x       0.400", "y      -0.200", "pitch   20.1°",
            "roll    12.0°", "60.0/s", "q quit",
        ] {
            #expect(text.contains(word), "\(word)")
        }
    }

    @Test func `names from outside bring no commands to the terminal`() {
        var scene = Self.example
        scene.device?.name = "evil\u{1B}[2J\u{9B}2J"
        scene.health = Health(.stale, reason: "\u{7}\n")
        let cells = scene.canvas(TerminalSize(columns: 80, rows: 24)).rows.joined()
        #expect(cells.allSatisfy { $0.glyph.value >= 0x20 && !(0x7F...0x9F).contains($0.glyph.value) })
    }
}

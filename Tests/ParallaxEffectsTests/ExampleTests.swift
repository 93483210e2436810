import Foundation
import TestSupport
import Testing

@Suite struct ExampleTests {
    /// A program under Examples, how many lines it prints, and some of them in their order.
    private static let rows: [(String, Int, [String])] = [
        (
            "motion-effects", 6,
            [
                "offset -1.0: center 176.0, 114.0, opacity 0.625",
                "offset 0.0: center 200.0, 120.0, opacity 0.75",
                "offset 1.0: center 224.0, 126.0, opacity 0.875", "[\"center.x\": 6.0]",
            ]
        ),
        (
            "parallax", 15,
            [
                "offset -1.0: title at 170.0, 90.0, size 200.0",
                "offset -1.0: picture at 210.0, 285.0, size 360.0",
                "offset 0.0: picture at 180.0, 300.0, size 360.0",
                "offset 1.0: title at 200.0, 80.0, size 200.0",
            ]
        ),
        (
            "motion", 6,
            [
                "roll 0.0°: offset 0.0, 1.0; left edge 20.0",
                "roll 40.0°: offset 6.98, 1.0; left edge 26.98", "less motion: offset 0.0, 0.0",
            ]
        ),
        (
            "scroll", 22,
            [
                "list at 100.0: backdrop 50.0 points down, scale 2.0, blur 1.0, opacity 0.6",
                "drive at 300.0: clouds moved by 200.0, 0.0", "drive at 300.0: trees moved by 150.0, -50.0",
                "drive at 300.0: road moved by 0.0, 0.0", "drive at 300.0: car moved by 300.0, 0.0",
                "road: LayoutSize(width: 1950.0, height: 150.0)", "hills: moved by 96.0, -20.0",
            ]
        ),
        (
            "cards", 13,
            [
                "card 340.0 × 500.0, picture 625.0 wide", "0.0: Mumbai at 30.0, scale 1.0, picture -42.0",
                "600.0: London at 120.0, scale 0.991, picture -168.0",
                "let go at 600: settles at 690.0, London, United Kingdom",
            ]
        ),
        (
            "header", 9,
            [
                "scrolled -300.0: top 0.0, height 700.0, offset -300.0, blur 10.0",
                "scrolled 0.0: top 0.0, height 400.0, offset 0.0, blur 0.0",
                "scrolled 400.0: top -80.0, height 400.0, offset 320.0, blur 0.0",
                "less motion: height 400.0, offset 0.0, blur 0.0",
            ]
        ),
        (
            "scene", 15,
            [
                "sky: lay out at -44.0, -28.0, 2008.0 × 1136.0", "offset -1.0: sky at 40.0, -12.0",
                "offset -1.0: mountains at -180.0, -6.0", "offset 1.0: leaves at -490.0, 3.0",
            ]
        ),
    ]

    @Test(arguments: rows)
    func `an example prints placements`(name: String, count: Int, expected: [String]) throws {
        let lines = try output(ofExample: name)
        #expect(lines.count == count)
        var rest = lines[...]
        for line in expected {
            let place = try #require(rest.firstIndex(of: line), "\(line) in \(lines)")
            rest = rest[(place + 1)...]
        }
    }

    @Test func `the README shows the tour as it is`() throws {
        let tour = repository.appending(path: "Examples/tour/main.swift")
        let text = try String(contentsOf: repository.appending(path: "README.md"), encoding: .utf8)
        #expect(text.contains("```swift\n" + (try String(contentsOf: tour, encoding: .utf8)) + "```\n"))
        #expect(try output(ofExample: "tour").first == "[\"center.x\": 12.0]")
    }

    private func output(ofExample name: String) throws -> [String] {
        let program = Process()
        program.executableURL = URL(filePath: try builtProgram("example-" + name))
        let output = Pipe()
        program.standardOutput = output
        try program.run()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        program.waitUntilExit()
        #expect(program.terminationStatus == 0)
        return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}

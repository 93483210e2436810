import Foundation
import MotionWire
import Testing

@testable import parallaxctl

@Suite(.timeLimit(.minutes(10))) struct ReplayTests {
    /// Flat with the screen up for two seconds, turning a little, with a gyroscope at half the pace or not.
    private func recording(gyro: Bool) -> String {
        var lines = ["# parallax recording 1", "# accel-matrix: 0 1 0; -1 0 0; 0 0 1"]
        for step in 0..<200 {
            lines.append("a \(step * 10_000) 0.01 -0.02 9.81")
            if gyro, step % 2 == 0 { lines.append("g \(step * 10_000 + 100) 0.001 0.002 0.01") }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    @Test(arguments: [true, false])
    func `each line has all of the pose, from the first pose on`(gyro: Bool) throws {
        let result = try Program.run("replay", "-", "--json", input: recording(gyro: gyro))
        #expect(result.status == 0 && result.error.isEmpty)
        let lines = result.output.split(separator: "\n")
        let whole = gyro ? 100 : 200
        #expect(whole / 2...whole ~= lines.count)
        for line in lines {
            let json = try JSON(line.utf8)
            guard case .object(let members) = json else {
                Issue.record("no object: \(line)")
                return
            }
            #expect(members.map(\.key) == ["t", "q", "bias", "rest", "pitch", "roll", "x", "y"])
            #expect(json["q"]?.array?.compactMap(\.number).count == 4)
            #expect(json["bias"]?.array?.compactMap(\.number).count == 3)
            #expect(json["rest"]?.bool != nil)
            // Device x is sensor y: the right edge is up by 0.02 in 9.81, the top down by 0.01.
            let pitch = try #require(json["pitch"]?.number)
            let roll = try #require(json["roll"]?.number)
            #expect(abs(pitch - -0.01 / 9.81) < 0.02 && abs(roll - 0.02 / 9.81) < 0.02)
        }
        let last = try JSON(#require(lines.last).utf8)
        #expect(last["t"] == .int(gyro ? 1_980_100 : 1_990_000))
    }

    @Test func `the same file gives the same bytes`() throws {
        let text = recording(gyro: true)
        let first = try Program.run("replay", "-", "--json", input: text)
        #expect(!first.output.isEmpty)
        #expect(try Program.run("replay", "-", "--json", input: text).output == first.output)
        let file = temporaryPath("replay")
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        #expect(try Program.run("replay", file, "--json").output == first.output)
    }

    @Test func `for people there are columns`() throws {
        let lines = try Program.run("replay", "-", input: recording(gyro: true)).output.split(separator: "\n")
        #expect(lines.first?.split(separator: " ").prefix(5) == ["seconds", "x", "y", "pitch", "roll"])
        #expect(Set(lines.dropFirst().map { $0.split(separator: " ").count }) == [9])
        #expect(lines.dropFirst().first?.hasPrefix("   0.000 ") == true)
    }

    @Test(arguments: [
        ("hello\n", 1), ("", 1), ("# parallax recording 1\na 1 2 3\n", 2),
        ("# parallax recording 1\n\n# note\na 1 0 0 9.8\nb 2 0 0 9.8\n", 5),
        ("# parallax recording 1\na 1 0 0 nan\n", 2), ("# parallax recording 1\n# accel-matrix: 1 0 0\n", 2),
    ])
    func `a bad line is named`(text: String, line: Int) throws {
        let file = temporaryPath("bad")
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        let result = try Program.run("replay", file)
        #expect(result.status == 65 && result.output.isEmpty)
        #expect(result.error.hasPrefix("\(file):\(line): "), "\(result.error)")
    }

    @Test func `a file that is not there is no input`() throws {
        let result = try Program.run("replay", "/nowhere/x.txt")
        #expect(result.status == 66)
        #expect(result.error == "parallaxctl: /nowhere/x.txt: No such file or directory\n")
    }

    @Test func `a recording without samples gives nothing`() throws {
        let result = try Program.run("replay", "-", input: "# parallax recording 1\n")
        #expect(result.status == 0 && result.output.isEmpty)
    }
}

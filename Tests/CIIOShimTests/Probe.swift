import Foundation
import TestSupport
import Testing

/// What shim-probe shows of a mocked machine.
struct Probe<Line: Decodable & Sendable>: Sendable {
    /// What happened to attributes, as umockdev_feed.py reports it.
    struct Report: Decodable, Sendable {
        var running, changed: [String: String]
        var written: [String]
    }

    let lines: [Line]
    let report: Report

    /// Runs the probe with `command` on the machine of the fixture, changed by the feeder's `options`.
    init(_ command: String, on fixture: Fixture, _ options: [String] = []) throws {
        try self.init(script: "\"$0\" \(command)", on: fixture, options)
    }

    /// Runs a shell script to which the probe is `$0`.
    init(script: String, on fixture: Fixture, _ options: [String] = []) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments =
            [Fixture.folder.appending(path: "umockdev_feed.py").path, fixture.path.path] + options
            + ["--", "/bin/sh", "-c", script, try builtProgram("shim-probe")]
        let output = Pipe(), errors = Pipe()
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        let complaints = try errors.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "\(String(decoding: complaints, as: UTF8.self))")

        let found = text.split(separator: "\n").map { Data($0.utf8) }
        lines = try found.dropLast().map { try JSONDecoder().decode(Line.self, from: $0) }
        report = try JSONDecoder().decode(Report.self, from: try #require(found.last))
    }
}

struct Listed: Decodable, Sendable {
    var id, name, label, location, accelMatrix, gyroMatrix: String
    var sensors: UInt32
    var hasBuffer: Bool
}

struct Streamed: Decodable, Sendable {
    struct Scan: Decodable, Sendable {
        var timestamp, arrival: Int64
        var sensors, saturated: UInt32
        var accel, gyro: [Double]

        func values(_ sensor: Sensor) -> [Double] { sensor == .accel ? accel : gyro }
    }

    var id: String
    var error: Int32
    var clock: UInt32?
    var rate: Double?
    var trigger: String?
    var lost: UInt64?
    var steps: [Double]?
    var scans: [Scan]
}

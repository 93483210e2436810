import Foundation
import MotionCore
import TestSupport
import Testing

/// A machine of Tests/Fixtures/devices as sensors-probe sees it.
struct Machine: Decodable, Sendable {
    struct Reading: Decodable, Sendable {
        var sensor: String
        var scan, sample: [Double]
    }

    var verdicts: [String: String]
    var failure, accel, gyro, mode, remark: String?
    var sensors: [String]
    var axes: [[Double]]
    var readings: [Reading]

    /// What the probe's use did to the machine.
    struct Report: Decodable, Sendable {
        var running, changed: [String: String]
        var written: [String]
    }

    static let fixtures = testsFolder.appending(path: "Fixtures")

    /// Runs the probe on the machine, changed by options of umockdev_feed.py. In a silent one no buffer gives
    /// anything.
    static func probe(
        _ name: String, scans: Int, _ options: [String] = [], isSilent: Bool = false
    ) throws -> (machine: Machine, report: Report) {
        var folder = fixtures.appending(path: "devices/\(name)")
        if isSilent { folder = try withoutSamples(folder) }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments =
            [fixtures.appending(path: "umockdev_feed.py").path, folder.path] + options
            + ["--", try builtProgram("sensors-probe"), String(scans)]
        let output = Pipe(), errors = Pipe()
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let lines = try output.fileHandleForReading.readToEnd()?.split(separator: UInt8(ascii: "\n")) ?? []
        let complaints = String(
            decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        try #require(process.terminationStatus == 0 && lines.count == 2, "\(complaints)")
        return (
            try JSONDecoder().decode(Machine.self, from: lines[0]),
            try JSONDecoder().decode(Report.self, from: lines[1])
        )
    }
}

extension Machine {
    private static func withoutSamples(_ folder: URL) throws -> URL {
        let copy = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
        let name = "device.umockdev"
        try FileManager.default.copyItem(at: folder.appending(path: name), to: copy.appending(path: name))
        return copy
    }
}

/// What expect.json says of a machine's devices.
struct Expectation: Decodable, Sendable {
    struct Device: Decodable, Sendable {
        struct Element: Decodable, Sendable {
            var channel, type: String
            var offset, length: Int
        }

        var device: String
        var axes: [String: [String]]
        var scale, offset: [String: Double?]
        var layout: [Element]?
    }

    var iio: [Device]

    init(of machine: String) throws {
        let file = Machine.fixtures.appending(path: "devices/\(machine)/expect.json")
        self = try JSONDecoder().decode(Expectation.self, from: Data(contentsOf: file))
    }

    func device(_ id: String) throws -> Device { try #require(iio.first { $0.device == id }) }
}

extension Expectation.Device {
    /// What the sensor's value is in the records of the device's samples file, in SI units.
    func values(_ sensor: Sensor, of machine: String) throws -> [Vector3] {
        let name = sensor == .accel ? "accel" : "anglvel"
        let scale = (scale[name] ?? nil) ?? 1, shift = (offset[name] ?? nil) ?? 0
        let file = device.replacingOccurrences(of: ":", with: "-") + ".samples"
        let text = try String(
            contentsOf: Machine.fixtures.appending(path: "devices/\(machine)/\(file)"), encoding: .utf8)
        return try text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            let record = try bytes(line.split(separator: " ")[1])
            let axes = try ["x", "y", "z"].map { axis in
                (Double(try integer("in_\(name)_\(axis)", in: record)) + shift) * scale
            }
            return Vector3(axes[0], axes[1], axes[2])
        }
    }

    private func bytes(_ digits: Substring) throws -> [UInt8] {
        let digits = Array(digits.utf8)
        return try stride(from: 0, to: digits.count, by: 2).map {
            try #require(UInt8(String(decoding: digits[$0...($0 + 1)], as: UTF8.self), radix: 16))
        }
    }

    /// Read without the shim.
    private func integer(_ channel: String, in record: [UInt8]) throws -> Int64 {
        let element = try #require(layout?.first { $0.channel == channel })
        let type = try #require(try /(.)e:(.)(\d+)\/\d+>>(\d+)/.wholeMatch(in: element.type))
        let stored = record[element.offset..<element.offset + element.length]
        let little = type.1 == "l" ? Array(stored) : stored.reversed()
        let word = little.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let bits = try #require(Int(type.3)), shift = try #require(Int(type.4))
        return Int64(bitPattern: (word >> shift) << (64 - bits)) >> (64 - bits)
    }
}

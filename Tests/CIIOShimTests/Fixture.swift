import Foundation
import TestSupport
import Testing

/// A machine of Tests/Fixtures/devices, with what a reader should make of it.
struct Fixture: Sendable, CustomTestStringConvertible {
    struct Element: Decodable, Sendable {
        var channel, type: String
        var index: UInt32
        var offset, length: Int
    }

    struct Device: Decodable, Sendable {
        var id, name: String
        var label, location, defaultTrigger: String?
        var axes: [String: [String]]
        var scale, offset: [String: Double?]
        var matrices: [String: String]?
        var layout: [Element]?
        var recordSize: Int?

        private enum CodingKeys: String, CodingKey {
            case id = "device"
            case name, label, axes, scale, offset, layout
            case location = "sysfs_location"
            case defaultTrigger = "default_trigger"
            case matrices = "kernel_mount_matrix"
            case recordSize = "record_size_all_channels"
        }

        /// Those of `Sensor` that have three axes.
        var sensors: [Sensor] {
            Sensor.allCases.filter { axes[$0.rawValue]?.sorted() == ["x", "y", "z"] }
        }
    }

    private struct Contents: Decodable {
        struct Trigger: Decodable {
            var name: String
        }

        var iio: [Device]
        var triggers: [Trigger]
    }

    static let folder = testsFolder.appending(path: "Fixtures")

    static let all: [Fixture] = {
        let devices = folder.appending(path: "devices")
        do {
            return try FileManager.default.contentsOfDirectory(atPath: devices.path)
                .filter { $0 != "README.md" }.sorted().map { try Fixture(devices.appending(path: $0)) }
        } catch {
            fatalError("\(devices.path): \(error)")
        }
    }()

    static func named(_ name: String) throws -> Fixture {
        try #require(all.first { $0.testDescription == name })
    }

    let path: URL
    let devices: [Device]
    private let triggers: [String]

    private init(_ path: URL) throws {
        let contents = try JSONDecoder().decode(
            Contents.self, from: Data(contentsOf: path.appending(path: "expect.json")))
        self.path = path
        devices = contents.iio
        triggers = contents.triggers.map(\.name)
    }

    var testDescription: String { path.lastPathComponent }

    /// The trigger that the device's driver made for its samples, empty where there is none.
    func ownTrigger(of device: Device) -> String {
        let name = "\(device.name)-dev\(device.id.dropFirst("iio:device".count))"
        return device.defaultTrigger ?? (triggers.contains(name) ? name : "")
    }

    /// The attributes of a device as device.umockdev has them.
    func attributes(of device: Device) throws -> [String: String] {
        let text = try String(contentsOf: path.appending(path: "device.umockdev"), encoding: .utf8)
        let block = try #require(
            text.components(separatedBy: "\n\n").first { block in
                block.split(separator: "\n").first?.hasSuffix("/\(device.id)") == true
            })
        var attributes: [String: String] = [:]
        for line in block.split(separator: "\n") where line.hasPrefix("A: ") {
            let pair = line.dropFirst(3).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            attributes[String(pair[0])] = pair[1].replacingOccurrences(of: "\\n", with: "")
        }
        return attributes
    }

    /// The records that the device's node gives, with all elements.
    func records(of device: Device) throws -> [[UInt8]] {
        let file = device.id.replacingOccurrences(of: ":", with: "-") + ".samples"
        return try String(contentsOf: path.appending(path: file), encoding: .utf8).split(separator: "\n")
            .filter { !$0.hasPrefix("#") }
            .map { line in
                let digits = Array(line.split(separator: " ")[1].utf8)
                return try stride(from: 0, to: digits.count, by: 2).map {
                    try #require(UInt8(String(decoding: digits[$0...($0 + 1)], as: UTF8.self), radix: 16))
                }
            }
    }
}

enum Sensor: String, CaseIterable, Sendable {
    case accel
    case gyro = "anglvel"

    /// The plx_sensor.
    var mask: UInt32 { self == .accel ? 1 : 2 }
}

extension Fixture.Device {
    /// What a record says, read without the shim.
    func integer(_ channel: String, in record: [UInt8]) throws -> Int64 {
        let element = try #require(layout?.first { $0.channel == channel })
        let parts = try #require(try /(.)e:(.)(\d+)\/(\d+)>>(\d+)/.wholeMatch(in: element.type))
        var bytes = Array(record[element.offset..<element.offset + element.length])
        if parts.1 == "b" { bytes.reverse() }
        let bits = try #require(Int(parts.3)), shift = try #require(Int(parts.5))
        var value: Int64 = 0
        for bit in 0..<bits where bytes[(bit + shift) / 8] >> ((bit + shift) % 8) & 1 == 1 {
            // The highest bit counts negative.
            value &+= bit == bits - 1 && parts.2 == "s" ? -(1 << bit) : 1 << bit
        }
        return value
    }

    func scaled(_ raw: Double, _ sensor: Sensor) -> Double {
        (raw + ((offset[sensor.rawValue] ?? nil) ?? 0)) * ((scale[sensor.rawValue] ?? nil) ?? 1)
    }
}

import Foundation
import MotionCore
import Testing

@testable import parallaxctl

@Suite struct HwdbKeyTests {
    static let devices = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures/devices")

    private func lines(of machine: String) throws -> [Substring] {
        try String(
            contentsOf: Self.devices.appending(path: "\(machine)/device.umockdev"), encoding: .utf8
        ).split(separator: "\n")
    }

    private static var machines: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: devices.path).filter { !$0.contains(".") }
        }
    }

    @Test func `each matrix of the fixtures comes back as an equivalent one`() throws {
        var count = 0
        for machine in try Self.machines {
            for line in try lines(of: machine) {
                guard let match = try /.*mount_matrix=([^\\]+)(\\n)?/.ignoresCase().wholeMatch(in: line),
                    let matrix = MountMatrix(String(match.1))
                else { continue }
                count += 1
                for convention in [MountMatrix.Convention.chip, .hub] {
                    let rotation = matrix.rotation(for: convention)
                    let published = MountMatrix(publishing: rotation, for: convention)
                    #expect(published == matrix, "\(machine)")
                    let first = match.1.split(separator: ";").prefix(2).joined(separator: ";")
                    #expect(matrixText(published.rows).hasPrefix(first + ";"), "\(machine)")
                }
            }
        }
        #expect(count > 20)
    }

    @Test(arguments: [
        (
            "", "acpi:BOSC0200:BOSC0200:", "dmi:bvnLENOVO:bvr8JCN:bd01/05/2019:svnLENOVO:pn81H3:pvrD330:rvn:",
            "sensor:modalias:acpi:BOSC0200*:dmi:*svnLENOVO:pn81H3:*"
        ),
        (
            "accel-display", "platform:cros-ec-accel", "dmi:bvnGoogle:svnGoogle:skuX:pnReef:",
            "sensor:accel-display:modalias:platform:cros-ec-accel:dmi:*svnGoogle:*pnReef:*"
        ),
        (
            "", "acpi:KIOX000A:KIOX000A:",
            "dmi:bvnAMI:bvr5.11:bd10/25/2016:svnDefaultstring:pnDefaultstring:",
            "sensor:modalias:acpi:KIOX000A*:dmi:bvnAMI:bvr5.11:bd10/25/2016:svnDefaultstring:pnDefaultstring:"
        ),
        (
            "", "of:NaccelerometerT(null)Csilan,sc7a20", "",
            "sensor:modalias:of:NaccelerometerT_null_Csilan,sc7a20:*"
        ),
    ])
    func `a key names the kind of sensor and the kind of machine`(
        label: String, modalias: String, dmi: String, key: String
    ) {
        #expect(hwdbKey(label: label, modalias: modalias, dmi: dmi) == key)
    }

    @Test func `udev's question for each fixture matches the key for it`() throws {
        var count = 0
        for machine in try Self.machines {
            let found = try lines(of: machine).compactMap { line in
                try /A: modalias=(.*)\\n/.wholeMatch(in: line).map { String($0.1) }
            }
            let dmi = found.first { $0.hasPrefix("dmi:") } ?? ""
            for modalias in found where !modalias.hasPrefix("dmi:") {
                count += 1
                let key = hwdbKey(label: "", modalias: modalias, dmi: dmi)
                let safe = modalias.replacing("(", with: "_").replacing(")", with: "_")
                #expect(fnmatch(key, "sensor:modalias:\(safe):\(dmi)", 0) == 0, "\(key)")
                #expect(fnmatch(key, "sensor:modalias:acpi:OTHER:\(dmi)", 0) != 0, "\(key)")
            }
        }
        #expect(count > 20)
    }
}

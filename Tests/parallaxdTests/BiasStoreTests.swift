import Foundation
import Fusion
import LinuxIO
import MotionCore
import Testing

@testable import parallaxd

@Suite final class BiasStoreTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "plx-\(UUID().uuidString)")
    private let gyroscope = "bmi160 sys/devices/pci/i2c-1"

    private var store: BiasStore {
        BiasStore(directory: StateDirectory(path: folder.path + "/state/parallaxd"), log: Log(.error))
    }

    private func stored(_ device: String, deviation: Double = 0.005) -> StoredBias {
        StoredBias(
            device: device, date: 1_790_000_000, bias: Vector3(0.01, -0.02, 0.03),
            deviation: Vector3(deviation, deviation, deviation))
    }

    private func files() throws -> [URL] {
        try FileManager.default.contentsOfDirectory(
            at: folder.appending(path: "state/parallaxd"), includingPropertiesForKeys: nil)
    }

    deinit {
        do { try FileManager.default.removeItem(at: folder) } catch CocoaError.fileNoSuchFile {} catch {
            Issue.record(error)
        }
    }

    @Test func `an offset is kept for each gyroscope, in one whole file`() throws {
        let other = stored("bmi160 sys/devices/pci/i2c-2")
        store.save(stored(gyroscope))
        store.save(other)
        store.save(stored(gyroscope))
        #expect(store.load(gyroscope) == stored(gyroscope))
        #expect(store.load(other.device) == other)
        #expect(try files().map(\.pathExtension) == ["bias", "bias"])
    }

    @Test func `an offset that is hardly known is not kept`() {
        store.save(stored(gyroscope, deviation: 0.05))
        #expect(store.load(gyroscope) == nil)
    }

    @Test(arguments: [
        "", "parallaxd bias 1\n", "\u{0}\u{0}\u{0}", "parallaxd bias 1\ndevice x\ndate 1\nbias a\n",
    ])
    func `a broken file is ignored and replaced by the next whole one`(text: String) throws {
        store.save(stored(gyroscope))
        try text.write(to: try #require(files().first), atomically: false, encoding: .utf8)
        #expect(store.load(gyroscope) == nil)
        store.save(stored(gyroscope))
        #expect(store.load(gyroscope) == stored(gyroscope))
    }

    @Test func `without a directory nothing is kept and nothing fails`() {
        let nowhere = BiasStore(directory: nil, log: Log(.error))
        nowhere.save(stored(gyroscope))
        #expect(nowhere.load(gyroscope) == nil)
        let forbidden = BiasStore(directory: StateDirectory(path: "/proc/nothing/here"), log: Log(.error))
        forbidden.save(stored(gyroscope))
        #expect(forbidden.load(gyroscope) == nil)
    }
}

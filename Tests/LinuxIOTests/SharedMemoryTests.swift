import CLinux
import Foundation
import TestSupport
import Testing

@testable import LinuxIO

@Suite struct SharedMemoryTests {
    private let memory: SharedMemory

    init() throws { memory = try SharedMemory(name: "test", size: 128) }

    /// Maps what a client gets.
    private func map(_ descriptor: CInt, _ protection: CInt) throws -> UnsafeMutableRawPointer {
        let address = mmap(nil, 128, protection, MAP_SHARED, descriptor, 0)
        guard let address, address != MAP_FAILED else { throw Errno.current }
        return address
    }

    @Test func `what is written is read behind an even lock`() throws {
        let address = try map(memory.descriptor, PROT_READ)
        defer { munmap(address, 128) }
        for round in 1...3 {
            memory.write([UInt8(round), 2, 3])
            #expect(address.load(as: UInt32.self) == UInt32(2 * round))
            #expect(address.load(fromByteOffset: 4, as: UInt8.self) == UInt8(round))
        }
    }

    @Test func `a client can neither write nor resize it`() throws {
        let given = memory.descriptor
        #expect(write(given, "x", 1) == -1 && errno == EBADF)
        #expect(ftruncate(given, 64) == -1)
        #expect(ftruncate(given, 4096) == -1)
        #expect(throws: Errno.self) { try map(given, PROT_READ | PROT_WRITE) }
        let seals = fcntl(given, CInt(LINUX_F_ADD_SEALS), CInt(0))
        #expect(seals == -1 && (errno == EPERM || errno == EBADF))
    }

    @Test func `a client that opens it once more cannot either`() throws {
        // Root may open anything for writing: then the seals hold.
        let again = try Descriptor.open("/proc/self/fd/\(memory.descriptor)", O_RDWR)
        #expect(write(again.rawValue, "x", 1) == -1 && errno == EPERM)
        #expect(pwrite(again.rawValue, "x", 1, 64) == -1 && errno == EPERM)
        #expect(ftruncate(again.rawValue, 64) == -1 && errno == EPERM)
        #expect(ftruncate(again.rawValue, 4096) == -1 && errno == EPERM)
        #expect(posix_fallocate(again.rawValue, 0, 4096) != 0)
        #expect(throws: Errno.notPermitted) { try map(again.rawValue, PROT_READ | PROT_WRITE) }
        #expect(fcntl(again.rawValue, CInt(LINUX_F_ADD_SEALS), CInt(0)) == -1 && errno == EPERM)
        let readable = try map(again.rawValue, PROT_READ)
        #expect(mprotect(readable, 128, PROT_READ | PROT_WRITE) == -1)
        munmap(readable, 128)
    }

    /// What a reader that races with the writer saw.
    private final class Readings: Sendable {
        let counts = Lock((whole: 0, torn: 0, isOver: false))
    }

    @Test func `a reader that races with the writer never sees half of it`() throws {
        let readings = Readings()
        let address = UInt(bitPattern: try map(memory.descriptor, PROT_READ))
        memory.write([UInt8](repeating: 1, count: 124))
        Thread.detachNewThread {
            guard let words = UnsafeRawPointer(bitPattern: address) else { return }
            var seen: Set<UInt8> = []
            while seen.count < 50 {
                var copy = [UInt8](repeating: 0, count: 124)
                let lock = linux_sequence_read(words, &copy, 128)
                guard lock != 0 else { continue }
                let isWhole = Set(copy).count == 1
                readings.counts.withLock { if isWhole { $0.whole += 1 } else { $0.torn += 1 } }
                seen.insert(copy[0])
            }
            readings.counts.withLock { $0.isOver = true }
        }
        var value: UInt8 = 0
        while !readings.counts.withLock({ $0.isOver }) {
            value &+= 1
            memory.write([UInt8](repeating: value, count: 124))
        }
        munmap(UnsafeMutableRawPointer(bitPattern: address), 128)
        let counts = readings.counts.withLock { $0 }
        #expect(counts.torn == 0)
        #expect(counts.whole >= 50)
    }

    @Test func `nothing is left of it`() async {
        await #expect(processExitsWith: .success) {
            let before = try openDescriptors()
            for _ in 0..<100 { _ = try SharedMemory(name: "test", size: 128) }
            #expect(try openDescriptors() == before)
            let maps = try String(contentsOfFile: "/proc/self/maps", encoding: .utf8)
            #expect(!maps.contains("memfd:test"))
        }
    }
}

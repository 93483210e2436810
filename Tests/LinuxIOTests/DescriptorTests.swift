import Foundation
import TestSupport
import Testing

@testable import LinuxIO

@Suite struct DescriptorTests {
    @Test func `reads what is there behind what was read before`() throws {
        let pipe = try Pipe()
        var bytes: [UInt8] = [9]
        try pipe.writing.writeAll([1, 2, 3])
        #expect(try pipe.reading.read(into: &bytes) == 3)
        #expect(bytes == [9, 1, 2, 3])
    }

    @Test func `reads no more than the limit`() throws {
        let pipe = try Pipe()
        var bytes: [UInt8] = []
        try pipe.writing.writeAll([1, 2, 3])
        #expect(try pipe.reading.read(into: &bytes, limit: 2) == 2)
        #expect(try pipe.reading.read(into: &bytes, limit: 2) == 1)
        #expect(bytes == [1, 2, 3])
    }

    @Test func `tells the end by 0 and keeps the bytes`() throws {
        let file = try Descriptor.open("/dev/null", O_RDONLY)
        var bytes: [UInt8] = [7]
        #expect(try file.read(into: &bytes) == 0)
        #expect(bytes == [7])
    }

    @Test func `a failed reading leaves the bytes as they were`() throws {
        let pipe = try Pipe(isBlocking: false)
        var bytes: [UInt8] = [7]
        #expect(throws: Errno.wouldBlock) { try pipe.reading.read(into: &bytes) }
        #expect(bytes == [7])
        #expect(throws: Errno.noFile) { _ = try Descriptor.open("/nowhere/at/all", O_RDONLY) }
    }

    @Test func `reads a file from its start as often as wanted`() throws {
        try withFolder { folder in
            try Data("0123456789".utf8).write(to: URL(filePath: folder + "/digits"))
            let file = try Descriptor.open(folder + "/digits", O_RDONLY)
            for _ in 0..<3 {
                var bytes: [UInt8] = []
                #expect(try file.readFromStart(into: &bytes, limit: 4) == 4)
                #expect(bytes == Array("0123".utf8))
            }
        }
    }

    @Test func `closes with its owner`() async {
        await #expect(processExitsWith: .success) {
            let before = try openDescriptors()
            do {
                let pipe = try Pipe()
                #expect(try openDescriptors().count == before.count + 2)
                try pipe.writing.writeAll([1])
            }
            #expect(try openDescriptors() == before)
        }
    }

    @Test func `is not inherited`() throws {
        let file = try Descriptor.open("/dev/null", O_RDONLY)
        #expect(fcntl(file.rawValue, F_GETFD) & FD_CLOEXEC != 0)
    }
}

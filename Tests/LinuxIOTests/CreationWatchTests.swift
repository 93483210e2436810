import Foundation
import Testing

@testable import LinuxIO

@Suite struct CreationWatchTests {
    private func make(_ path: String) throws { try Data().write(to: URL(filePath: path)) }

    @Test func `sees what it waits for among others, made or moved there`() throws {
        try withFolder { folder in
            let path = folder + "/socket"
            var watch = try CreationWatch()
            try watch.watch(for: path)
            try make(folder + "/socket2")
            #expect(try !watch.wasMade(path))
            try make(path)
            #expect(try watch.wasMade(path))
            #expect(try !watch.wasMade(path))
            #expect(rename(folder + "/socket2", path) == 0)
            #expect(try watch.wasMade(path))
        }
    }

    @Test func `sees it in a directory that was made anew, once it is told to look again`() throws {
        try withFolder { folder in
            let path = folder + "/inner/socket"
            var watch = try CreationWatch()
            #expect(throws: Errno.noFile) { try watch.watch(for: path) }
            for _ in 1...3 {
                #expect(mkdir(folder + "/inner", 0o700) == 0)
                try watch.watch(for: path)
                try make(path)
                #expect(try watch.wasMade(path))
                try FileManager.default.removeItem(atPath: folder + "/inner")
            }
        }
    }

    @Test func `sees nothing once it is stopped`() throws {
        try withFolder { folder in
            var watch = try CreationWatch()
            try watch.watch(for: folder + "/socket")
            watch.stop()
            _ = try watch.wasMade(folder + "/socket")
            try make(folder + "/socket")
            #expect(try !watch.wasMade(folder + "/socket"))
        }
    }
}

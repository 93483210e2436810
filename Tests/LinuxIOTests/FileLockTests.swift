import Foundation
import Testing

@testable import LinuxIO

@Suite struct FileLockTests {
    @Test func `one has it, and gives it back with its owner`() throws {
        try withFolder { folder in
            do {
                let lock = try FileLock(on: folder)
                #expect(throws: Errno.wouldBlock) { _ = try FileLock(on: folder) }
                withExtendedLifetime(lock) {}
            }
            _ = try FileLock(on: folder)
        }
    }

    @Test func `names the process that has it`() throws {
        try withFolder { folder in
            #expect(FileLock.holder(of: folder) == nil)
            let lock = try FileLock(on: folder)
            #expect(FileLock.holder(of: folder) == getpid())
            withExtendedLifetime(lock) {}
        }
    }

    @Test func `goes with the process that had it`() throws {
        try withFolder { folder in
            let (process, input) = (Process(), Foundation.Pipe()), output = Foundation.Pipe()
            process.executableURL = URL(filePath: "/usr/bin/flock")
            process.arguments = [folder, "sh", "-c", "echo locked; read line"]
            process.standardInput = input
            process.standardOutput = output
            try process.run()
            #expect(output.fileHandleForReading.availableData == Data("locked\n".utf8))
            #expect(throws: Errno.wouldBlock) { _ = try FileLock(on: folder) }
            let holder = try #require(FileLock.holder(of: folder))
            #expect(programName(holder) == "flock")
            kill(process.processIdentifier, SIGKILL)
            try input.fileHandleForWriting.close()
            process.waitUntilExit()
            // Its child had the lock's file too, until its input ended.
            #expect(output.fileHandleForReading.availableData.isEmpty)
            _ = try FileLock(on: folder)
        }
    }

    @Test func `there is nothing to lock where there is no file`() {
        #expect(throws: Errno.noFile) { _ = try FileLock(on: "/nowhere/at/all") }
        #expect(FileLock.holder(of: "/nowhere/at/all") == nil)
    }
}

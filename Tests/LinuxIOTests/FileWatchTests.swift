import Foundation
import LinuxIO
import Testing

@Suite struct FileWatchTests {
    @Test func `tells which files were written since it was asked, and of nothing else`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { do { try FileManager.default.removeItem(atPath: folder) } catch { Issue.record(error) } }
        let paths = ["a", "b", "c"].map { "\(folder)/\($0)" }
        for path in paths { try Data("x".utf8).write(to: URL(filePath: path)) }
        let watch = try FileWatch(paths)
        #expect(try watch.written().isEmpty)
        for path in [paths[2], paths[0], paths[2]] {
            let file = try #require(FileHandle(forWritingAtPath: path))
            try file.write(contentsOf: Data("y".utf8))
        }
        #expect(try Data(contentsOf: URL(filePath: paths[1])).count == 1)
        #expect(try watch.written() == [0, 2])
        #expect(try watch.written().isEmpty)
        removeFile(paths[0])
        #expect(try watch.written().isEmpty)
    }

    @Test func `a file that is not there cannot be watched`() {
        #expect(throws: Errno.noFile) { _ = try FileWatch(["/no/such/file"]).written() }
    }
}

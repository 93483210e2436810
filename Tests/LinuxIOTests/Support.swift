import Foundation
import Testing

@testable import LinuxIO

/// Runs `body` with a directory of its own, which is removed afterwards.
func withFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "plx-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer {
        do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) }
    }
    return try body(folder.path)
}

/// A pipe: what is written to one end can be read from the other.
struct Pipe: ~Copyable {
    let reading, writing: Descriptor

    init(isBlocking: Bool = true) throws {
        var ends: [CInt] = [-1, -1]
        try #require(pipe(&ends) == 0)
        if !isBlocking { try #require(fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0) }
        reading = Descriptor(owning: ends[0])
        writing = Descriptor(owning: ends[1])
    }
}

extension ServerSocket {
    /// Whether `path` is refused, and why.
    static func failure(at path: String) -> Failure? {
        do throws(Failure) {
            _ = try ServerSocket(path: path)
            return nil
        } catch {
            return error
        }
    }
}

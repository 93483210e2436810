package import Foundation

/// What this process has open, but for what the test's own runtime waits with.
package func openDescriptors() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
        do {
            return try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0)
        } catch {
            // The one that lists, closed by now.
            return nil
        }
    }.filter { !$0.hasPrefix("anon_inode:") }.sorted()
}

/// The directory Tests of the package.
package let testsFolder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

/// The repository.
package let repository = testsFolder.deletingLastPathComponent()

/// A program of the package, which is built beside the test bundle.
package func builtProgram(_ name: String) throws -> String {
    let bundle = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let program = URL(filePath: bundle).deletingLastPathComponent().appending(path: name).path
    guard FileManager.default.isExecutableFile(atPath: program) else { throw NotBuilt(program: program) }
    return program
}

private struct NotBuilt: Error {
    var program: String
}

/// What a test waited for in vain. The module is built without tests too, where there is no `#require`.
struct Disappointment: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

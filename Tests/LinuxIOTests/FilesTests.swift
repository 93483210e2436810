import Foundation
import Testing

@testable import LinuxIO

@Suite struct FilesTests {
    @Test func `an attribute is its text without the end of line`() throws {
        try withFolder { folder in
            let contents = [("on\n", "on"), ("on\n\0", "on"), ("", ""), ("\n", ""), ("a\nb\n", "a\nb")]
            for (content, text) in contents {
                try Data(content.utf8).write(to: URL(filePath: folder + "/attribute"))
                #expect(attribute(folder + "/attribute") == text)
            }
            #expect(attribute(folder + "/missing") == nil)
            #expect(attribute(folder) == nil)
        }
    }

    @Test func `reads a file that is longer than one reading`() throws {
        try withFolder { folder in
            let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 * 31) }
            try Data(bytes).write(to: URL(filePath: folder + "/file"))
            #expect(try readFile(folder + "/file") == bytes)
        }
    }

    @Test func `follows links to where they lead`() throws {
        try withFolder { folder in
            let link = folder + "/link"
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/dev/../dev/null")
            #expect(resolvedPath(link) == "/dev/null")
            #expect(resolvedPath(folder + "/missing") == nil)
        }
    }
}

import Foundation
import Testing

@testable import LinuxIO

@Suite struct OpenWatchTests {
    @Test func `sees its own file among others, and each opening once`() throws {
        try withFolder { folder in
            let names = ["event1", "event10", "event"].map { folder + "/" + $0 }
            for name in names { try Data().write(to: URL(filePath: name)) }
            let watch = try OpenWatch(on: names[0])
            #expect(try !watch.wasOpened())
            for other in names.dropFirst() { _ = try Descriptor.open(other, O_RDONLY) }
            #expect(try !watch.wasOpened())
            for name in names.reversed() { _ = try Descriptor.open(name, O_RDONLY) }
            #expect(try watch.wasOpened())
            #expect(try !watch.wasOpened())
        }
    }

    @Test func `needs a directory that is there`() {
        #expect(throws: Errno.noFile) { _ = try OpenWatch(on: "/dev/none/event1") }
        #expect(throws: Errno.invalidArgument) { _ = try OpenWatch(on: "event1") }
    }
}

import Foundation
import TestSupport
import Testing

@testable import LinuxIO

@Suite struct ServerSocketTests {
    @Test func `anybody may connect, and the path goes with the server`() throws {
        try withFolder { folder in
            let path = folder + "/s"
            do {
                let server = try ServerSocket(path: path)
                #expect(try server.accept() == nil)
                let attributes = try FileManager.default.attributesOfItem(atPath: path)
                #expect(attributes[.posixPermissions] as? Int == 0o666)
                _ = try UnixSocket.connect(to: path)
                #expect(try server.accept() != nil)
            }
            #expect(!fileExists(path))
        }
    }

    @Test func `takes the place of a dead server's socket`() throws {
        try withFolder { folder in
            let path = folder + "/s"
            do {
                let dead = try UnixSocket.listen(at: path)
                // A process that another test starts just now may have it for a moment.
                shutdown(dead.descriptor, CInt(SHUT_RDWR))
            }
            #expect(fileExists(path))
            let server = try ServerSocket(path: path)
            _ = try UnixSocket.connect(to: path)
            #expect(try server.accept() != nil)
        }
    }

    @Test func `leaves a living server alone and names it`() throws {
        try withFolder { folder in
            let path = folder + "/s"
            let server = try ServerSocket(path: path)
            let owner = PeerCredentials(pid: getpid(), uid: geteuid(), gid: getegid())
            #expect(ServerSocket.failure(at: path) == .taken(by: owner))
            // The question was a connection.
            #expect(try server.accept() != nil)
            _ = try UnixSocket.connect(to: path)
            #expect(try server.accept() != nil)
        }
    }

    @Test func `leaves a socket that has taken the place of its own`() throws {
        try withFolder { folder in
            let path = folder + "/s", aside = folder + "/aside"
            let other: ServerSocket
            do {
                let server = try ServerSocket(path: path)
                try FileManager.default.moveItem(atPath: path, toPath: aside)
                other = try ServerSocket(path: path)
                withExtendedLifetime(server) {}
            }
            _ = try UnixSocket.connect(to: path)
            #expect(try other.accept() != nil)
        }
    }

    @Test func `leaves what is no socket as it is`() throws {
        try withFolder { folder in
            let file = folder + "/file", link = folder + "/link"
            try Data("precious".utf8).write(to: URL(filePath: file))
            #expect(ServerSocket.failure(at: file) == .occupied)
            #expect(try readFile(file) == Array("precious".utf8))
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "nowhere")
            #expect(ServerSocket.failure(at: link) == .occupied)
            #expect(ServerSocket.failure(at: folder) == .occupied)
        }
    }

    @Test(arguments: [107, 108, 4000])
    func `a path has at most 107 bytes`(length: Int) throws {
        try withFolder { folder in
            let path = folder + "/" + String(repeating: "s", count: length - folder.utf8.count - 1)
            #expect(ServerSocket.failure(at: path) == (length > 107 ? .system(.nameTooLong) : nil))
        }
    }

    @Test func `a long path is refused as such also where its directory is missing`() {
        let path = "/nowhere/" + String(repeating: "s", count: 200)
        #expect(ServerSocket.failure(at: path) == .system(.nameTooLong))
        #expect(ServerSocket.failure(at: "/nowhere/s") == .system(.noFile))
    }

    @Test func `servers that start at once in one directory do not disturb each other`() throws {
        try withFolder { folder in
            let failures = Lock<[ServerSocket.Failure]>([])
            DispatchQueue.concurrentPerform(iterations: 4) { number in
                for round in 0..<300 {
                    guard let failure = ServerSocket.failure(at: "\(folder)/\(number)-\(round)") else {
                        continue
                    }
                    failures.withLock { $0.append(failure) }
                }
            }
            #expect(failures.withLock(\.self).isEmpty)
        }
    }

    @Test func `fails without leaving anything open`() async {
        await #expect(processExitsWith: .success) {
            try withFolder { folder in
                let taken = folder + "/taken", stale = folder + "/stale"
                let long = folder + "/" + String(repeating: "s", count: 200)
                try Data().write(to: URL(filePath: folder + "/file"))
                let server = try ServerSocket(path: taken)
                let before = try openDescriptors()
                for _ in 0..<20 {
                    do { _ = try UnixSocket.listen(at: stale) }
                    #expect(ServerSocket.failure(at: stale) == nil)
                    #expect(ServerSocket.failure(at: taken) != nil)
                    #expect(ServerSocket.failure(at: folder + "/file") == .occupied)
                    #expect(ServerSocket.failure(at: "/nowhere/s") != nil)
                    #expect(ServerSocket.failure(at: "/proc/self/s") != nil)
                    #expect(ServerSocket.failure(at: long) != nil)
                }
                #expect(try openDescriptors() == before)
                _ = try server.accept()
            }
        }
    }
}

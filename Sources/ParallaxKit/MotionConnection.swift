package import LinuxIO
package import MotionWire

/// A connection to the daemon.
package struct MotionConnection: ~Copyable {
    /// Why there is no connection, or no longer one.
    package enum Failure: Error, Hashable {
        /// Nobody listens at the path.
        case noServer(path: String, Errno)
        /// The daemon closed the connection.
        case ended
        /// The daemon sent what is not in the protocol.
        case malformed(String)
        case system(Errno)
    }

    private let socket: UnixSocket
    private var lines = LineReader(limit: 65_536)
    private var isOver = false

    /// Connects to the daemon at `path`.
    package init(path: String) throws(Failure) {
        do throws(Errno) { socket = try UnixSocket.connect(to: path) } catch {
            throw .noServer(path: path, error)
        }
    }

    /// Readable when messages wait.
    package var descriptor: CInt { socket.descriptor }

    /// Who listens: the daemon.
    package func peer() throws(Failure) -> PeerCredentials {
        do throws(Errno) { return try socket.peer() } catch { throw .system(error) }
    }

    package func send(_ request: Request) throws(Failure) {
        do throws(Errno) { try socket.sendAll(request.json.line) } catch { throw .system(error) }
    }

    /// Sends without waiting; a daemon that leaves no room for it counts as gone.
    package func sendNow(_ request: Request) throws(Failure) {
        let line = request.json.line
        do throws(Errno) {
            guard try socket.send(line[...]) == line.count else { throw Errno.wouldBlock }
        } catch { throw .system(error) }
    }

    /// Ends the connection, also where a child process has a copy of its socket.
    package func end() { socket.end() }

    /// The next message, waited for at most `timeout` milliseconds (−1: for ever); nil when none came.
    package mutating func next(timeout: CInt = -1) throws(Failure) -> Message? {
        guard let line = try nextLine(timeout: timeout) else { return nil }
        do throws(JSONError) { return try Message(line: line) } catch { throw .malformed(error.message) }
    }

    /// The next message as it came, without its line feed; nil when none came in time.
    package mutating func nextLine(timeout: CInt = -1) throws(Failure) -> ArraySlice<UInt8>? {
        while true {
            if let line = try bufferedLine() { return line }
            if isOver { throw .ended }
            var arrived: [UInt8] = []
            do throws(Errno) {
                guard try socket.waitUntilReadable(timeout: timeout) else { return nil }
                if try socket.receive(into: &arrived) == 0 { isOver = true }
            } catch { throw .system(error) }
            lines.append(arrived)
        }
    }

    /// The next of the messages that arrived already.
    package mutating func bufferedLine() throws(Failure) -> ArraySlice<UInt8>? {
        do throws(LineReader.TooLong) { return try lines.next() } catch {
            throw .malformed("a line without an end")
        }
    }
}

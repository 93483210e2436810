import CSystemd
import LinuxIO
import MotionWire

/// A socket that systemd listens at until a client comes, and then starts the daemon for.
enum Activation {
    /// The socket; nil where none was passed. It stays open beside what this returns, for `refuse`.
    static func socket() throws(Stop) -> ServerSocket? {
        guard sd_listen_fds(0) > 0 else { return nil }
        guard sd_is_socket_unix(SD_LISTEN_FDS_START, CInt(SOCK_STREAM.rawValue), 1, nil, 0) > 0 else {
            throw Stop(.usage, "what systemd passes is no listening Unix socket: ListenStream= wants a path")
        }
        do throws(Errno) { return try ServerSocket(sharing: SD_LISTEN_FDS_START) } catch { throw Stop(error) }
    }

    /// Tells all clients that wait why nobody serves them: for those who are left waiting systemd would start
    /// the daemon again at once.
    static func refuse(_ stop: Stop) {
        let line = RequestError(.unavailable, "parallaxd does not start: \(stop.sentence)").json.line[...]
        do throws(Stop) {
            guard let server = try socket() else { return }
            do throws(Errno) {
                while let client = try server.accept() {
                    // One that has gone meanwhile needs no reason.
                    do throws(Errno) { _ = try client.send(line) } catch {}
                }
            } catch {}
        } catch {}
    }
}

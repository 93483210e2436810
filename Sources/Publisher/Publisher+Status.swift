import LinuxIO
package import MotionWire

/// How often clients were refused something.
struct Refusals {
    private(set) var codes: [RequestError.Code: Int64] = [:]
    private(set) var limits: [Limit: Int64] = [:]

    mutating func count(as code: RequestError.Code) { codes[code, default: 0] += 1 }

    mutating func count(_ farewell: Connection.Farewell, as code: RequestError.Code) {
        count(as: code)
        if case .exceeded(let limit) = farewell { limits[limit, default: 0] += 1 }
    }
}

/// What `status` tells of clients.
extension Publisher {
    /// All clients, of which the list tells only the oldest.
    package var clientCount: Int { connections.count }

    /// Errors so far, by code.
    package var errors: JSON {
        .object(
            RequestError.Code.allCases.map { JSON.Member($0.rawValue, .int(refusals.codes[$0] ?? 0)) })
    }

    /// How often each limit was exceeded.
    package var limits: JSON {
        .object(Limit.allCases.map { JSON.Member($0.rawValue, .int(refusals.limits[$0] ?? 0)) })
    }

    /// The oldest clients first: as many as a line has room for.
    package func clients(at now: Int64) -> JSON {
        .array(
            connections.sorted { $0.key < $1.key }.prefix(200).map {
                $0.value.report(streams[$0.value.slot], at: now)
            })
    }
}

extension Connection {
    fileprivate func report(_ stream: Stream, at now: Int64) -> JSON {
        [
            "pid": .int(Int64(peer.pid)), "uid": .int(Int64(peer.uid)), "program": .string(program),
            "format": .string(preferences.view.format.rawValue), "rate": .number(preferences.rate),
            "paused": .bool(isPaused), "samples": .bool(preferences.wantsSamples),
            "sent": .int(stream.framesSent), "skipped": .int(stream.framesSkipped), "lost": .int(samplesLost),
            "age": stream.lastFrame.map { .double(Double((now - $0) / 1_000_000) / 1000) } ?? nil,
        ]
    }
}

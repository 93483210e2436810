import LinuxIO
import MotionCore
import MotionWire
import Publisher

/// A publisher to which each input is sent as what a client says.
final class RequestPath {
    private static let serverToken: UInt64 = 1

    private let publisher: Publisher
    private let poller: Poller
    private let path: String
    private var sequence: Int64 = 0

    init(at path: String) throws(Errno) {
        self.path = path
        poller = try Poller()
        let server: ServerSocket
        do throws(ServerSocket.Failure) { server = try ServerSocket(path: path) } catch {
            throw .addressInUse
        }
        let memory = try SharedMemory(name: "fuzz", size: SharedFrame.size)
        publisher = try Publisher(
            server: server, poller: poller, serverToken: RequestPath.serverToken, firstClient: 100,
            owner: Publisher.Owner(
                hello: { Hello(server: "fuzz", rate: 60, maxRate: 240, device: nil, health: .ok) },
                admits: { _ in true }, memory: { $0.smoothing == .none ? nil : memory }))
    }

    /// A client connects, says all of `input` in pieces, reads or does not, and goes.
    func run(_ input: [UInt8]) throws(Errno) {
        // The first byte chooses how, so that the fuzzer can.
        let way = input.first ?? 0
        do {
            let client = try UnixSocket.connect(to: path)
            var rest = input.dropFirst()
            while !rest.isEmpty {
                let part = rest.prefix(way & 1 == 0 ? 65_536 : 1 + Int(way >> 2))
                do throws(Errno) { if try client.send(part) == 0 { break } } catch { break }
                rest = rest.dropFirst(part.count)
                try settle()
                try tick()
                if way & 2 == 0 { try read(client) }
            }
            try settle()
            try read(client)
        }
        try settle()
        precondition(!publisher.hasClients, "a client that has gone is forgotten")
    }

    /// Everything that comes must be of the protocol, as long as it is text.
    private func read(_ client: borrowing UnixSocket) throws(Errno) {
        var bytes: [UInt8] = []
        do throws(Errno) { while let count = try client.receive(into: &bytes), count > 0 {} } catch {}
        guard !bytes.contains("PLX".utf8) else { return }
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            do throws(JSONError) { _ = try Message(line: line) } catch {
                preconditionFailure("\(String(decoding: line, as: UTF8.self)) is no message")
            }
        }
    }

    private func tick() throws(Errno) {
        sequence += 1
        let frame = Frame(
            sequence: sequence, time: Timestamp(microseconds: sequence),
            offset: ViewerOffset(x: 0, y: Double(sequence % 7) / 7), tilt: Tilt(pitch: 0, roll: 0))
        publisher.publish(after: 1 / 60, at: sequence) { _, view in
            EncodedFrame(bytes: frame.encoded(for: view), offset: frame.offset)
        }
    }

    private func settle() throws(Errno) {
        var ready: [Poller.Ready] = []
        repeat {
            try poller.wait(into: &ready, timeout: 0)
            for event in ready {
                guard event.token != RequestPath.serverToken else {
                    try publisher.accept()
                    continue
                }
                publisher.serve(event) { $0.request.reply() }
            }
        } while !ready.isEmpty
    }
}

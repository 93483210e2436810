import Glibc
import LinuxIO
import MotionCore
import MotionWire
import ParallaxKit

/// How long a frame takes to `deviceMotion`, beside a bare reader of a socket in the same run.
enum Latency {
    private static let frames = 1800
    /// In µs.
    private static let bound = 1_000.0

    // Each returns nil where all is well.

    /// From just before each frame is written, by a writer in this program.
    static func measureWriter(at path: String) throws(Errno) -> ExitCode? {
        removeFile(path)
        let server = try UnixSocket.listen(at: path)
        defer { removeFile(path) }
        unsafe setenv("PARALLAXD_SOCKET", path, 1)
        let seen = Seen()
        let subscription = watchMotion(seen)
        let kit = try greeted(server)
        try readBare(path, seen)
        let bare = try greeted(server)
        // Its request, which is all that it sends here.
        _ = try kit.waitUntilReadable(timeout: -1)
        try kit.sendAll(Array("{\"type\":\"reply\",\"id\":1,\"ok\":true}\n".utf8))
        usleep(200_000)
        for number in 0..<frames {
            usleep(16_667)
            var line: [UInt8] = []
            let frame = frame(number)
            frame.append(View.Field.allCases, to: &line)
            // By turns the first.
            if number.isMultiple(of: 2) {
                try kit.sendAll(line)
                try bare.sendAll(line)
            } else {
                try bare.sendAll(line)
                try kit.sendAll(line)
            }
        }
        usleep(200_000)
        subscription.cancel()
        return seen.report(from: "written", bound: bound)
    }

    /// From the tick that a frame of the daemon is for, which is before it is made.
    static func measureDaemon() throws(Errno) -> ExitCode? {
        let seen = Seen()
        let subscription = watchMotion(seen)
        try readBare(SocketPath.ofClient, seen)
        usleep(UInt32(frames) * 16_667)
        subscription.cancel()
        return seen.report(from: "tick", bound: nil)
    }

    private static func watchMotion(_ seen: Seen) -> MotionSubscription {
        MotionManager.shared.startUpdates(rate: 60) { motion in
            // Not before it can be had by whoever asks.
            guard MotionManager.shared.deviceMotion == motion else { return }
            seen.kit.withLock { $0[motion.time] = .now }
        }
    }

    private static func readBare(_ path: String, _ seen: Seen) throws(Errno) {
        let socket = try UnixSocket.connect(to: path)
        try startThread("bare-reader") {
            do throws(Errno) {
                var bytes: [UInt8] = []
                while try socket.waitUntilReadable(timeout: -1) {
                    bytes.removeAll(keepingCapacity: true)
                    if try socket.receive(into: &bytes) == 0 { return }
                    let now = Timestamp.now
                    guard let time = time(in: bytes) else { continue }
                    seen.bare.withLock { $0[time] = now }
                }
            } catch { print("the bare reader failed: \(error)") }
        }
    }

    /// The next client, which has been sent the first line.
    private static func greeted(_ server: borrowing UnixSocket) throws(Errno) -> UnixSocket {
        while true {
            _ = try server.waitUntilReadable(timeout: -1)
            guard let client = try server.accept() else { continue }
            let hello = Hello(server: "kit-bench", rate: 60, maxRate: 240, device: nil, health: .ok)
            try client.sendAll(hello.json.line)
            return client
        }
    }

    private static func frame(_ number: Int) -> Frame {
        let motion = Motion(
            time: Timestamp(microseconds: Timestamp.now.microseconds), attitude: .identity, bias: .zero,
            rotationRate: .unitX, userAcceleration: .unitY, isResting: false, shake: 0, offset: .zero)
        return Frame(
            sequence: Int64(number), time: motion.time, offset: .zero, tilt: Tilt(pitch: 0, roll: 0),
            detail: Frame.Detail(motion, velocity: .zero))
    }

    private static func time(in line: [UInt8]) -> Timestamp? {
        do throws(JSONError) {
            if case .tilt(let frame) = try Message(line: line.dropLast()) { return frame.time }
        } catch {
            // More than one line at once: which is not what is measured.
        }
        return nil
    }
}

/// When a frame was seen, by its time.
private final class Seen: Sendable {
    let kit = Lock<[Timestamp: Timestamp]>([:])
    let bare = Lock<[Timestamp: Timestamp]>([:])

    /// Prints a line for each, of the frames that both saw.
    func report(from start: String, bound: Double?) -> ExitCode? {
        let kit = self.kit.withLock(\.self), bare = self.bare.withLock(\.self)
        let both = kit.keys.filter { bare[$0] != nil }
        let delays = both.compactMap { start in kit[start]?.seconds(since: start) }.sorted()
        let bareDelays = both.compactMap { start in bare[start]?.seconds(since: start) }.sorted()
        print("\(both.count) frames, µs from \(start): p50, p99")
        print("  bare reader   \(percentile(bareDelays, 50)) \(percentile(bareDelays, 99))")
        print("  deviceMotion  \(percentile(delays, 50)) \(percentile(delays, 99))")
        guard both.count > 100 else { return .fault }
        guard let bound else { return nil }
        let isKept = percentile(delays, 99) < bound
        // Where even the bare reader is late the machine has no time to spare.
        let isBusy = !isKept && percentile(bareDelays, 99) >= bound / 2
        let verdict = isKept ? "kept" : isBusy ? "this machine is too busy to tell" : "missed"
        print("bound: \(bound) µs: \(verdict)")
        return isKept ? nil : isBusy ? .tryAgain : .fault
    }
}

/// In whole µs.
private func percentile(_ sorted: [Double], _ percent: Int) -> Double {
    sorted.isEmpty ? 0 : (sorted[(sorted.count - 1) * percent / 100] * 1e6).rounded()
}

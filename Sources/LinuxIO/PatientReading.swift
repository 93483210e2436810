import CLinux
import Glibc

/// What became of reading a file once.
package struct FileReading: Hashable, Sendable {
    /// Which of the files it is, counted from 0.
    package var file: Int
    /// Nanoseconds on `CLOCK_MONOTONIC`.
    package var begin, end: Int64
    /// At most 4,000 bytes, without the end of the line.
    package var text: Result<String, Errno>

    package init(file: Int, begin: Int64, end: Int64, text: Result<String, Errno>) {
        self.file = file
        self.begin = begin
        self.end = end
        self.text = text
    }
}

/// Reads files that a driver may take seconds to give, or for ever: in order, round after round, on a thread
/// that is left to itself when time is up.
///
/// `period`: nanoseconds from the start of a round to the next. Ends after so many rounds or `seconds`,
/// whichever comes first; while not even one round is complete only after `patience` seconds.
package func read(
    _ files: [String], rounds: Int = 1, period: Int64 = 0, seconds: Double, patience: Double
) throws(Errno) -> [FileReading] {
    guard !files.isEmpty else { return [] }
    let begin = monotonicNanoseconds()
    let end = begin + Int64(seconds * 1e9)
    let latest = begin + Int64(max(seconds, patience) * 1e9)
    let pipe = try start(files, rounds: rounds, period: period)
    var bytes: [UInt8] = []
    var readings: [FileReading] = []
    while readings.count < rounds * files.count {
        let left = (readings.count < files.count ? latest : end) - monotonicNanoseconds()
        guard left > 0 else { break }
        var watched = pollfd(fd: pipe.rawValue, events: CShort(POLLIN), revents: 0)
        guard try syscall({ unsafe poll(&watched, 1, CInt(left / 1_000_000 + 1)) }) > 0 else { continue }
        guard try pipe.read(into: &bytes) > 0 else { break }
        while let reading = FileReading(takenFrom: &bytes) { readings.append(reading) }
    }
    return readings
}

/// Each reading goes through the pipe as five numbers and the text.
extension FileReading {
    private static let headLength = 40

    fileprivate init?(takenFrom bytes: inout [UInt8]) {
        guard bytes.count >= FileReading.headLength else { return nil }
        let head = (0..<5).map { field in
            bytes[(8 * field)..<(8 * field + 8)].reversed().reduce(Int64(0)) { $0 << 8 | Int64($1) }
        }
        let length = FileReading.headLength + Int(head[4])
        guard bytes.count >= length else { return nil }
        let text = String(decoding: bytes[FileReading.headLength..<length], as: UTF8.self)
        self.init(
            file: Int(head[0]), begin: head[1], end: head[2],
            text: head[3] == 0 ? .success(text) : .failure(Errno(rawValue: CInt(head[3]))))
        bytes.removeFirst(length)
    }

    fileprivate var bytes: [UInt8] {
        var text: [UInt8] = []
        var reason: CInt = 0
        switch self.text {
        case .success(let value): text = Array(value.utf8)
        case .failure(let error): reason = error.rawValue
        }
        let head = [Int64(file), begin, end, Int64(reason), Int64(text.count)]
        return head.flatMap { number in (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } } + text
    }
}

/// What the thread is given.
private struct Rounds {
    let files: [String]
    let count: Int
    let period: Int64
    /// The writing end; `run` closes it.
    let pipe: CInt

    /// Ends early when nobody reads the pipe any more.
    func run() throws(Errno) {
        let pipe = Descriptor(owning: pipe)
        var next = monotonicNanoseconds()
        for _ in 0..<count {
            for (index, file) in files.enumerated() {
                let begin = monotonicNanoseconds()
                let text = shortText(file)
                let end = monotonicNanoseconds()
                try pipe.writeAll(FileReading(file: index, begin: begin, end: end, text: text).bytes)
            }
            next += period
            let pause = next - monotonicNanoseconds()
            if pause > 0 { usleep(UInt32(pause / 1000)) }
        }
    }
}

private func shortText(_ file: String) -> Result<String, Errno> {
    var bytes: [UInt8] = []
    do throws(Errno) { _ = try Descriptor.open(file, O_RDONLY).read(into: &bytes, limit: 4000) } catch {
        return .failure(error)
    }
    while let last = bytes.last, last == UInt8(ascii: "\n") || last == 0 { bytes.removeLast() }
    return .success(String(decoding: bytes, as: UTF8.self))
}

/// Starts the thread. Returns where the readings come out.
private func start(_ files: [String], rounds: Int, period: Int64) throws(Errno) -> Descriptor {
    var ends: [CInt] = [-1, -1]
    try syscall { unsafe pipe2(&ends, O_CLOEXEC) }
    let reading = Descriptor(owning: ends[0])
    let task = Rounds(files: files, count: rounds, period: period, pipe: ends[1])
    do throws(Errno) {
        // Without signals, for SIGPIPE comes when the reader has gone.
        try startThread("parallax-read") { do throws(Errno) { try task.run() } catch {} }
    } catch {
        close(ends[1])
        throw error
    }
    return reading
}

import Foundation
import Testing

@testable import LinuxIO

@Suite(.timeLimit(.minutes(10))) struct PatientReadingTests {
    @Test func `reads all files in each round and says what failed`() throws {
        try withFolder { folder in
            try Data("12\n".utf8).write(to: URL(filePath: folder + "/one"))
            let long = String(repeating: "é", count: 3000)
            try Data(long.utf8).write(to: URL(filePath: folder + "/long"))
            let readings = try read(
                ["one", "missing", "long"].map { folder + "/" + $0 }, rounds: 40, seconds: 10, patience: 10)
            #expect(readings.count == 120)
            for (index, reading) in readings.enumerated() {
                #expect(reading.file == index % 3 && reading.begin <= reading.end)
            }
            #expect(readings[117].text == .success("12"))
            #expect(readings[118].text == .failure(.noFile))
            #expect(readings[119].text == .success(String(long.prefix(2000))))
            #expect(try read([], rounds: 3, seconds: 1, patience: 1).isEmpty)
        }
    }

    @Test func `keeps to the pace`() throws {
        let readings = try read(
            ["/proc/self/comm"], rounds: 5, period: 20_000_000, seconds: 10, patience: 10)
        let first = try #require(readings.first), last = try #require(readings.last)
        #expect(readings.count == 5 && last.begin - first.begin >= 79_000_000)
    }

    @Test func `a file that never answers costs no more than the patience`() throws {
        try withFolder { folder in
            // Opening one waits until somebody writes.
            try #require(mkfifo(folder + "/mute", 0o600) == 0)
            let start = monotonicNanoseconds()
            let readings = try read(
                ["/proc/self/comm", folder + "/mute"], rounds: 9, seconds: 0.05, patience: 0.3)
            let seconds = Double(monotonicNanoseconds() - start) * 1e-9
            #expect(readings.map(\.file) == [0])
            #expect(seconds >= 0.3 && seconds < 20)
            // Lets the thread go.
            _ = try Descriptor.open(folder + "/mute", O_WRONLY | O_NONBLOCK)
        }
    }

    @Test func `stops after the time once a round is complete`() throws {
        let readings = try read(
            ["/proc/self/comm"], rounds: 1_000_000, period: 10_000_000, seconds: 0.1, patience: 30)
        #expect((1...60).contains(readings.count))
    }
}

import Glibc
import LinuxIO
import MotionCore
import MotionWire
import Sensors
import Testing

@testable import parallaxd

@Suite struct BackoffTests {
    @Test func `pauses double up to a minute`() {
        var backoff = Backoff()
        var now: Int64 = 5_000_000_000
        #expect(backoff.isDue(at: 0))
        for pause in [1, 2, 4, 8, 16, 32, 60, 60, 60] as [Int64] {
            backoff.fail(at: now)
            #expect(!backoff.isDue(at: now + pause * 1_000_000_000 - 1))
            now += pause * 1_000_000_000
            #expect(backoff.isDue(at: now))
        }
    }
}

@Suite struct RateMeterTests {
    /// Adds samples at `rate` from `start` on, seconds.
    private func run(_ meter: inout RateMeter, _ rate: Double, from start: Double, seconds: Double) {
        for count in 0...Int(seconds * rate) {
            meter.add(Timestamp(nanoseconds: 0).advanced(bySeconds: start + Double(count) / rate))
        }
    }

    @Test(arguments: [12.5, 100, 1600])
    func `tells the samples of the last whole second`(rate: Double) {
        var meter = RateMeter()
        run(&meter, rate, from: 100, seconds: 0.9)
        #expect(meter.rate == 0)
        run(&meter, rate, from: 100.95, seconds: 2.5)
        #expect(abs(meter.rate - rate) < 0.02 * rate)
    }

    @Test func `follows a change and survives a clock that falls back`() {
        var meter = RateMeter()
        run(&meter, 100, from: 100, seconds: 3)
        run(&meter, 50, from: 103, seconds: 3)
        #expect(abs(meter.rate - 50) < 1.1)
        run(&meter, 200, from: 1, seconds: 3)
        #expect(abs(meter.rate - 200) < 1.1)
    }
}

@Suite struct ShortageTests {
    @Test(
        arguments: [
            (Shortage.missing("s"), ExitCode.noInput, Health.State.noDevice),
            (.nothing("s"), nil, .noDevice),
            (.taken("s"), .tryAgain, .busy), (.unreadable("s"), .unavailable, .noDevice),
            (.noPermission("s"), .noPermission, .noDevice), (.forbidden("s"), nil, .noDevice),
        ] as [(Shortage, ExitCode?, Health.State)])
    func `ends the daemon or makes it wait`(shortage: Shortage, status: ExitCode?, state: Health.State) {
        #expect(shortage.stop == status.map { Stop($0, "s") })
        #expect(shortage.health.state == state)
        #expect(shortage.health.reason == (shortage == .forbidden("s") ? "s; \(missingRights)" : "s"))
    }

    @Test func `says what a source or the choice says`() {
        #expect(Shortage(.removed, of: "bmi160") == .nothing("bmi160 was removed"))
        #expect(Shortage(.busy("taken"), of: "bmi160") == .taken("taken"))
        #expect(Shortage(.failed("read", .accessDenied), of: "x") == .forbidden("read: Permission denied"))
        #expect(Shortage(.failed("read", .wouldBlock), of: "x").stop?.status == .unavailable)
        #expect(Shortage(SelectionFailure.noSuchDevice("s")) == .missing("s"))
        #expect(Shortage(SelectionFailure.nothing("s")) == .nothing("s"))
        #expect(Shortage(.ended, of: "x").health.reason?.contains("over") == true)
    }
}

/// There is one manager in a process, so each test has a process.
@Suite struct MotionManagerTests {
    @Test func `a recording that is over starts again after sleep, not before`() async {
        await #expect(processExitsWith: .success) { @MainActor in
            let manager = MotionManager.shared
            manager.take(.replay(try Recording((Recording.heading + "\na 1000 0 0 9.81\n").utf8)))
            let start = monotonicNanoseconds()
            manager.wake(at: start)
            #expect(manager.health == .ok)
            #expect(manager.descriptors.count == 1)
            var scans = 0
            manager.read(at: start) { _ in scans += 1 }
            #expect(scans == 1)
            #expect(manager.health.state == .noDevice)
            for seconds in [1, 10, 100, 100_000] as [Int64] {
                manager.wake(at: start + seconds * 1_000_000_000)
                #expect(manager.descriptors.isEmpty)
            }
            manager.sleep()
            manager.wake(at: monotonicNanoseconds())
            #expect(manager.descriptors.count == 1)
            #expect(manager.health == .ok)
        }
    }

    @Test func `motion comes from the samples, and stops when they do`() async {
        await #expect(processExitsWith: .success) { @MainActor in
            let lines = (0..<200).map { "a \($0 * 10_000) 0 0 9.81\ng \($0 * 10_000) 0 0 0" }
            let text = ([Recording.heading] + lines).joined(separator: "\n")
            let manager = MotionManager.shared
            manager.take(.replay(try Recording(text.utf8)))
            var now = monotonicNanoseconds()
            manager.wake(at: now)
            #expect(manager.tick(1, at: now) == nil)
            while manager.tick(1, at: now) == nil {
                var watched = pollfd(fd: manager.descriptors[0], events: CShort(POLLIN), revents: 0)
                try #require(poll(&watched, 1, 10_000) == 1)
                now = monotonicNanoseconds()
                manager.read(at: now) { _ in }
            }
            #expect(manager.health == .ok)
            #expect(manager.tick(1, at: now + MotionManager.patience) == nil)
            #expect(manager.health.state == .stale)
        }
    }
}

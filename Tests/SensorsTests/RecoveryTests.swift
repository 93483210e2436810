import MotionCore
import Testing

@testable import Sensors

@Suite struct RecoveryTests {
    private static let second: Int64 = 1_000_000_000
    private static let all = [Attempt.buffer, .fifo, .timer, .poll]

    /// The steps after the same trouble again and again, each some seconds after the one before.
    private func steps(
        _ recovery: inout Recovery, after trouble: Recovery.Trouble, _ count: Int, every seconds: Int64 = 0
    ) -> [Recovery.Step] {
        (0..<count).map { recovery.step(after: trouble, at: Int64($0) * seconds * Self.second) }
    }

    @Test func `what gives nothing makes way for the next`() {
        var recovery = Recovery(Self.all)
        #expect(recovery.attempt == .buffer)
        #expect(
            steps(&recovery, after: .idle, 4) == [.open(.fifo), .open(.timer), .open(.poll), .wait])
        #expect(!recovery.isFallback)
    }

    @Test func `when nothing is left all begins anew, after longer and longer pauses`() {
        var recovery = Recovery([.poll])
        var restarts: [Int64] = []
        for second in 0..<200 as Range<Int64> {
            let step = recovery.step(after: .idle, at: second * Self.second)
            if step == .open(.poll) { restarts.append(second) }
        }
        let pauses = zip(restarts, restarts.dropFirst()).map { $1 - $0 }
        // A step after each restart finds that it does not help either.
        #expect(restarts.first == 1)
        #expect(pauses == [3, 5, 9, 17, 33, 61, 61])
    }

    @Test func `what has worked is revived before it is given up`() {
        var recovery = Recovery(Self.all)
        recovery.succeed()
        #expect(
            steps(&recovery, after: .idle, 5) == [
                .revive(cyclesRate: false), .revive(cyclesRate: true), .open(.buffer), .open(.poll), .wait,
            ])
        #expect(recovery.isFallback)
    }

    @Test func `success in between gives all remedies again`() {
        var recovery = Recovery(Self.all)
        for _ in 0..<5 {
            recovery.succeed()
            #expect(recovery.step(after: .idle, at: 0) == .revive(cyclesRate: false))
        }
    }

    @Test func `scans that come only after each remedy do not give all remedies again`() {
        var recovery = Recovery(Self.all)
        let steps = (0..<4).map { _ in
            recovery.prove()
            return recovery.step(after: .idle, at: 0)
        }
        #expect(
            steps == [
                .revive(cyclesRate: false), .revive(cyclesRate: true), .open(.buffer), .open(.poll),
            ])
    }

    @Test func `polling that stalls is opened again`() {
        var recovery = Recovery([.poll])
        recovery.succeed()
        #expect(steps(&recovery, after: .idle, 2) == [.open(.poll), .wait])
    }

    @Test func `another's buffer is left to it, and looked at again after 1, 2, 4 … 60 s`() {
        var recovery = Recovery(Self.all)
        var now: Int64 = 0
        for pause in [1, 2, 4, 8, 16, 32, 60, 60] as [Int64] {
            #expect(recovery.step(after: .disturbed, at: now) == .open(.poll))
            #expect(recovery.isDisturbed)
            recovery.succeed()
            #expect(recovery.retry(at: now + pause * Self.second - 1) == nil)
            now += pause * Self.second
            #expect(recovery.retry(at: now) == .open(.buffer))
            #expect(!recovery.isDisturbed)
        }
    }

    @Test func `a buffer on loan is never switched off and on`() {
        var recovery = Recovery([.loan, .poll])
        recovery.prove()
        #expect(steps(&recovery, after: .idle, 3) == [.open(.loan), .open(.poll), .wait])
    }

    @Test func `a buffer on loan is given up for raw reading at once, and taken again at once`() {
        var recovery = Recovery([.loan, .poll])
        recovery.prove()
        #expect(recovery.yield() == .open(.poll))
        #expect(recovery.isFallback)
        // No time brings it back, but the owner's word.
        #expect(recovery.retry(at: 1000 * Self.second) == nil)
        #expect(recovery.restart() == .open(.loan))
        #expect(!recovery.isFallback)
    }

    @Test func `a long time in order makes the pauses short again`() {
        var recovery = Recovery(Self.all)
        for second in [0, 10, 20] as [Int64] {
            #expect(recovery.step(after: .disturbed, at: second * Self.second) == .open(.poll))
            #expect(recovery.retry(at: (second + 9) * Self.second) == .open(.buffer))
        }
        recovery.settle()
        _ = recovery.step(after: .disturbed, at: 100 * Self.second)
        #expect(recovery.retry(at: 101 * Self.second) == .open(.buffer))
    }

    @Test func `what cannot be opened leads on`() {
        var recovery = Recovery([.buffer, .poll])
        #expect(steps(&recovery, after: .refused, 2) == [.open(.poll), .wait])
    }
}

@Suite struct AttemptTests {
    private func node(_ path: String, hasBuffer: Bool) -> SensorNode {
        var node = SensorNode(id: "iio:device0", name: "chip", path: path, sensors: [.accel])
        node.hasBuffer = hasBuffer
        return node
    }

    @Test func `a hub never gets a timer, and what has no buffer is polled`() {
        let chip = node("/sys/devices/i2c-0/iio:device0", hasBuffer: true)
        #expect(Attempt.all(for: chip) == [.buffer, .fifo, .timer, .poll])
        let hub = node("/sys/devices/HID-SENSOR-200073.1.auto/iio:device0", hasBuffer: true)
        #expect(Attempt.all(for: hub) == [.buffer, .fifo, .poll])
        #expect(Attempt.all(for: node("/sys/devices/iio:device0", hasBuffer: false)) == [.poll])
    }

    @Test(arguments: ["/sys/devices/i2c-0/iio:device0", "/sys/devices/HID-SENSOR-200073.1.auto/iio:device0"])
    func `what turns the screen through its buffer lends it at most`(path: String) {
        var shared = node(path, hasBuffer: true)
        shared.proxyUse = .buffers
        #expect(Attempt.all(for: shared) == [.loan, .poll])
        #expect(Attempt.all(for: shared, worked: .poll) == [.loan, .poll])
    }

    @Test func `a polling proxy leaves the buffer, but where that would blind it`() {
        var shared = node("/sys/devices/i2c-0/iio:device0", hasBuffer: true)
        shared.proxyUse = .polls
        #expect(Attempt.all(for: shared) == [.buffer, .fifo, .timer, .poll])
        #expect(Attempt.all(for: shared, worked: .timer, blocksRaw: true) == [.poll])
        shared.proxyUse = .none
        #expect(Attempt.all(for: shared, worked: .timer, blocksRaw: true).first == .timer)
    }

    @Test(
        arguments: [
            ("iio-poll-accel", .polls), ("iio-poll-accel iio-buffer-accel", .buffers),
            ("iio-buffer-accel", .buffers), ("", .none), ("iio-poll-als", .none), ("input-accel", .none),
        ] as [(String, ProxyUse)])
    func `the property says what the proxy does`(property: String, use: ProxyUse) {
        #expect(ProxyUse(property: property) == use)
    }

    @Test func `what worked beside a proxy does not count without it`() {
        var chip = node("/sys/devices/i2c-0/iio:device0", hasBuffer: true)
        let experience = Experience()
        chip.proxyUse = .polls
        experience.learn(.poll, of: chip)
        #expect(experience.attempts(for: chip).first == .poll)
        chip.proxyUse = .none
        #expect(experience.attempts(for: chip) == [.buffer, .fifo, .timer, .poll])
        experience.learn(.timer, of: chip)
        #expect(experience.attempts(for: chip).first == .timer)
    }

    @Test func `what worked is switched off and on before it is left, when it is opened again too`() {
        let chip = node("/sys/devices/i2c-0/iio:device0", hasBuffer: true)
        let experience = Experience()
        var first = experience.recovery(for: chip)
        #expect(first.step(after: .idle, at: 0) == .open(.fifo))
        experience.learn(.buffer, of: chip)
        var again = experience.recovery(for: chip)
        #expect(again.step(after: .idle, at: 0) == .revive(cyclesRate: false))
    }

    @Test func `what worked comes first`() {
        let chip = node("/sys/devices/i2c-0/iio:device0", hasBuffer: true)
        #expect(Attempt.all(for: chip, worked: .timer) == [.timer, .buffer, .fifo, .poll])
        let hub = node("/sys/devices/HID-SENSOR-200073.1.auto/iio:device0", hasBuffer: true)
        #expect(Attempt.all(for: hub, worked: .timer) == [.buffer, .fifo, .poll])
    }
}

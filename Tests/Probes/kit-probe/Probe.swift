import Foundation
import Glibc
import LinuxIO
import ParallaxKit

/// What a program may do with motion.
final class Probe: Sendable {
    private struct Users {
        var arrivals: [Arrivals] = []
        var tasks: [Task<Void, Never>] = []
        var subscriptions: [MotionSubscription] = []
        var states: [String] = []
        var descriptor: CInt = -1
    }

    private let users = Lock(Users())
    private var manager: MotionManager { MotionManager.shared }

    func answer(_ command: String, _ numbers: [Double]) -> String {
        switch command {
        case "streams": stream(Int(numbers[0]), rate: numbers[1])
        case "handlers": handle(Int(numbers[0]), rate: numbers[1])
        case "cancel": cancel()
        case "drop": dropStreams()
        case "arrived": arrived(since: Int64(numbers[0]), seconds: numbers[1])
        case "counts": counts()
        case "threads": threads()
        case "watch": watchStates()
        case "states": users.withLock { $0.states.joined(separator: " ") }
        case "attach": attach()
        case "run": run(seconds: numbers[0])
        case "detach": done { manager.detach() }
        case "fork": forked()
        case "sleeper": sleeper()
        case "poll": poll(seconds: numbers[0], interval: numbers[1])
        case "recenter": done { manager.recenter() }
        case "angle": done { manager.screenAngle = ScreenAngle(rawValue: Int(numbers[0])) ?? .zero }
        case "reduce": done { manager.reduceMotion = numbers[0] == 1 }
        default: shown(command)
        }
    }

    private func shown(_ what: String) -> String {
        switch what {
        case "motion": manager.deviceMotion.map(describe) ?? "none"
        case "pose": describe(manager.predicted(at: .now))
        case "pushed": describe(manager.deviceMotion?.pose ?? .resting)
        case "state": "\(manager.state)"
        case "available": "\(manager.isAvailable)"
        case "active": "\(manager.isActive)"
        case "angle?": "\(manager.screenAngle.rawValue)"
        case "reduce?": "\(manager.reduceMotion)"
        default: "unknown"
        }
    }

    private func done(_ body: () -> Void) -> String {
        body()
        return "done"
    }

    private func describe(_ pose: ParallaxPose) -> String {
        "\(pose.viewerOffset.x) \(pose.viewerOffset.y) \(pose.pitch) \(pose.roll) \(pose.reducesMotion ? 1 : 0)"
    }

    private func describe(_ motion: DeviceMotion) -> String {
        let g = motion.gravity, a = motion.userAcceleration, r = motion.rotationRate
        let numbers = [
            motion.timestamp, motion.attitude.pitch, motion.attitude.roll, motion.attitude.yaw, g.x, g.y, g.z,
            a.x, a.y, a.z, r.x, r.y, r.z, motion.viewerOffset.x, motion.viewerOffset.y,
        ]
        return numbers.map { "\($0)" }.joined(separator: " ")
    }
}

// Users, and when motion came to each.
extension Probe {
    private func stream(_ count: Int, rate: Double) -> String {
        for _ in 0..<count {
            let arrivals = Arrivals()
            let task = Task { [manager] in
                for await _ in manager.updates(rate: rate) { arrivals.add() }
            }
            users.withLock {
                $0.arrivals.append(arrivals)
                $0.tasks.append(task)
            }
        }
        return "done"
    }

    private func handle(_ count: Int, rate: Double) -> String {
        for _ in 0..<count {
            let arrivals = Arrivals()
            let subscription = manager.startUpdates(rate: rate) { _ in arrivals.add() }
            users.withLock {
                $0.arrivals.append(arrivals)
                $0.subscriptions.append(subscription)
            }
        }
        return "done"
    }

    private func cancel() -> String {
        // What is cancelled goes outside of the lock.
        let old = users.withLock { users in
            defer { (users.arrivals, users.tasks, users.subscriptions) = ([], [], []) }
            return (users.tasks, users.subscriptions)
        }
        for task in old.0 { task.cancel() }
        return "done"
    }

    /// Streams that nobody ever waits for, and one that is left in the middle.
    private func dropStreams() -> String {
        for _ in 0..<10 { _ = manager.updates(rate: 30) }
        let isLeft = DispatchSemaphore(value: 0)
        Task { [manager] in
            for await _ in manager.updates(rate: 30) { break }
            isLeft.signal()
        }
        isLeft.wait()
        return "done"
    }

    /// When motion first came after a moment in ns to the one who waited longest, at most `seconds`.
    private func arrived(since moment: Int64, seconds: Double) -> String {
        let deadline = Timestamp.now.advanced(bySeconds: seconds)
        let all = users.withLock(\.arrivals)
        while Timestamp.now < deadline {
            let firsts = all.compactMap { $0.first(after: moment) }
            if firsts.count == all.count, let last = firsts.max() { return "\(last)" }
            Thread.sleep(forTimeInterval: 0.01)
        }
        return "only \(all.count { $0.first(after: moment) != nil }) of \(all.count)"
    }

    private func counts() -> String {
        users.withLock(\.arrivals).map { "\($0.count)" }.joined(separator: " ")
    }

    /// Polls so often; returns how many different motions were seen.
    private func poll(seconds: Double, interval: Double) -> String {
        manager.updateInterval = interval
        var seen: Set<Timestamp> = []
        let deadline = Timestamp.now.advanced(bySeconds: seconds)
        while Timestamp.now < deadline {
            if let motion = manager.deviceMotion { seen.insert(motion.time) }
            Thread.sleep(forTimeInterval: 0.002)
        }
        return "\(seen.count)"
    }

    private func watchStates() -> String {
        Task { [self, manager] in
            for await state in manager.states {
                let name = "\(state)".split(separator: "(").first.map(String.init) ?? ""
                // Only the reason may have changed.
                users.withLock { if $0.states.last != name { $0.states.append(name) } }
            }
        }
        return "done"
    }
}

// Threads and processes.
extension Probe {
    /// How many there are, and how many of them are the manager's.
    private func threads() -> String {
        let folder = "/proc/self/task"
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).map {
            (try? String(contentsOfFile: "\(folder)/\($0)/comm", encoding: .utf8)) ?? ""
        }
        // The thread sanitizer has one of its own, from the first that a program starts on.
        let foreign = names.count > 1 && dlsym(nil, "__tsan_init") != nil ? 1 : 0
        return "\(names.count - foreign) \(names.count { $0 == "parallax-motion\n" })"
    }

    private func attach() -> String {
        do {
            let descriptor = try manager.attach()
            users.withLock { $0.descriptor = descriptor }
            return "\(descriptor)"
        } catch { return error.description }
    }

    /// A caller's loop. Returns how often it woke up.
    private func run(seconds: Double) -> String {
        let descriptor = users.withLock(\.descriptor)
        let deadline = Timestamp.now.advanced(bySeconds: seconds)
        var turns = 0
        while Timestamp.now < deadline {
            var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard Glibc.poll(&watched, 1, 100) > 0 else { continue }
            manager.takePending()
            turns += 1
        }
        return "\(turns)"
    }

    private func fork() -> pid_t {
        typealias Fork = @convention(c) () -> pid_t
        guard let symbol = dlsym(nil, "fork") else { return -1 }
        return unsafeBitCast(symbol, to: Fork.self)()
    }

    /// Makes a child process that has all that its parent has open, and sleeps.
    private func sleeper() -> String {
        let parent = getpid(), child = fork()
        if child == 0 {
            // As long as the test needs it: it keeps the pipes open too.
            while getppid() == parent { usleep(20_000) }
            _exit(0)
        }
        return "\(child)"
    }

    /// 0 where a child process has motion of its own.
    private func forked() -> String {
        let start = Timestamp.now, child = fork()
        if child == 0 {
            for _ in 0..<500 {
                if let motion = manager.deviceMotion, motion.time > start { _exit(0) }
                usleep(20_000)
            }
            _exit(2)
        }
        var status: Int32 = 0
        waitpid(child, &status, 0)
        return "\(status)"
    }
}

/// When motion came to one user.
final class Arrivals: Sendable {
    private let times = Lock<[Int64]>([])

    func add() { times.withLock { $0.append(Timestamp.now.nanoseconds) } }

    func first(after moment: Int64) -> Int64? { times.withLock { $0.first { $0 > moment } } }

    var count: Int { times.withLock(\.count) }
}

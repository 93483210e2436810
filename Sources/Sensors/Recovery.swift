/// What is done about a stream that gives nothing, step by step, until it does.
///
/// At first the ways to read a device are gone through. One that has worked is given a chance first: switched
/// off and on, then with another rate in between, then opened again. In the end raw reading is all that is
/// left, and from time to time all begins anew.
package struct Recovery: Sendable {
    package enum Step: Hashable, Sendable {
        case open(Attempt)
        case revive(cyclesRate: Bool)
        /// Nothing helps for now.
        case wait
    }

    /// What went wrong.
    package enum Trouble: Hashable, Sendable {
        /// It opened, or worked, and gives nothing.
        case idle
        /// It could not be opened.
        case refused
        /// Another program has the buffer, or switched ours off.
        case disturbed
    }

    private let attempts: [Attempt]
    private var position = 0
    /// How many remedies the present attempt has had; nil until it has given something.
    private var remedies: Int?
    private var backoff = Backoff()
    private var isWaiting = false
    /// Whether another program is why raw reading is left.
    package private(set) var isDisturbed = false
    /// Whether raw reading is left although the device offers better.
    package private(set) var isFallback = false

    /// `attempts` is not empty.
    package init(_ attempts: [Attempt]) { self.attempts = attempts }

    package var attempt: Attempt { attempts[position] }

    /// A scan came: the present attempt is worth remedies.
    package mutating func prove() { remedies = remedies ?? 0 }

    /// All has been in order for longer than a fault needs to show.
    package mutating func succeed() { remedies = 0 }

    /// Everything has been in order for long.
    package mutating func settle() {
        backoff = Backoff()
        isWaiting = false
    }

    /// What to do next, at `now` in nanoseconds.
    package mutating func step(after trouble: Trouble, at now: Int64) -> Step {
        if isWaiting, backoff.isDue(at: now), trouble != .refused { return restart() }
        switch trouble {
        case .disturbed:
            isDisturbed = true
            return fallBack(at: now)
        case .refused:
            return next(at: now)
        case .idle:
            guard let count = remedies else { return next(at: now) }
            remedies = count + 1
            // One on loan is not ours to switch off and on.
            let isBuffer = attempt != .poll && attempt != .loan
            switch count {
            case 0 where isBuffer: return .revive(cyclesRate: false)
            case 1 where isBuffer: return .revive(cyclesRate: true)
            case 0, 2: return .open(attempt)
            default: return fallBack(at: now)
            }
        }
    }

    /// A stream that is not the best one, though all is well with it: time to look whether better can be had?
    package mutating func retry(at now: Int64) -> Step? {
        isDisturbed && isWaiting && backoff.isDue(at: now) ? restart() : nil
    }

    /// The buffer that was on loan is wanted back: raw reading until it is free again.
    package mutating func yield() -> Step {
        isFallback = true
        remedies = nil
        position = attempts.count - 1
        return .open(attempt)
    }

    /// All begins anew.
    package mutating func restart() -> Step {
        isWaiting = false
        isDisturbed = false
        isFallback = false
        remedies = nil
        position = 0
        return .open(attempt)
    }

    private mutating func next(at now: Int64) -> Step {
        remedies = nil
        guard position + 1 < attempts.count else { return rest(at: now) }
        position += 1
        return .open(attempt)
    }

    /// To raw reading; where that is the present way there is nothing more to do.
    private mutating func fallBack(at now: Int64) -> Step {
        guard attempt != .poll, let poll = attempts.firstIndex(of: .poll) else { return rest(at: now) }
        _ = rest(at: now)
        isFallback = true
        remedies = nil
        position = poll
        return .open(.poll)
    }

    private mutating func rest(at now: Int64) -> Step {
        if !isWaiting {
            isWaiting = true
            backoff.fail(at: now)
        }
        return .wait
    }
}

/// When to try again: after 1, 2, 4 … 60 s.
package struct Backoff: Sendable {
    private var pause: Int64 = 1
    private var next: Int64 = 0

    package init() {}

    package func isDue(at now: Int64) -> Bool { now >= next }

    package mutating func fail(at now: Int64) {
        next = now + pause * 1_000_000_000
        pause = min(60, pause * 2)
    }

    /// Not again by itself.
    package mutating func giveUp() { next = .max }
}

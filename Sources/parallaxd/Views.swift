import Fusion
import LinuxIO
import MotionCore
import MotionWire
import Publisher

/// Makes the frames of a tick: one encoding for each different view, however many clients have it.
final class Views {
    /// A pose that is asked for by its time.
    struct Tick {
        let sequence: Int64
        let motion: Motion
        /// The same a little later: how the offset moves.
        let next: Motion
        let filter: MotionFilter
        /// Those of clients that were recentred for themselves.
        let neutrals: [UInt64: NeutralPose]

        fileprivate func neutral(of owner: UInt64?) -> NeutralPose {
            owner.flatMap { neutrals[$0] } ?? filter.neutral
        }
    }

    /// Which neutral a view is against: that of all, or a client's own.
    private struct Stance<Value: Hashable>: Hashable {
        let value: Value
        let owner: UInt64?
    }

    /// Even the slowest client uses its smoother more often, in s.
    private static let longestUnused = 2.0
    /// Regions of shared memory with a time constant of their own: past it there are none for another.
    private static let memoryLimit = 32

    private var tick: Tick?
    private var smoothers: [Stance<Smoothing>: (smoother: OffsetSmoother, lastUse: Timestamp)] = [:]
    /// What the present tick has had made.
    private var offsets: [Stance<Smoothing>: ViewerOffset] = [:]
    private var frames: [Stance<View>: EncodedFrame] = [:]
    /// How many frames were made.
    private(set) var encodings = 0
    var smootherCount: Int { smoothers.count }
    /// Kept by the clients that look at them.
    private var memories: [View: Weak<SharedMemory>] = [:]

    private struct Weak<Value: AnyObject> {
        weak var value: Value?
    }

    /// Begins a tick; without one there is no pose.
    func begin(_ tick: Tick?) {
        self.tick = tick
        offsets.removeAll(keepingCapacity: true)
        frames.removeAll(keepingCapacity: true)
        // As a rule all have one.
        guard let now = tick?.motion.time, smoothers.count > 1 else { return }
        smoothers = smoothers.filter { now.seconds(since: $0.value.lastUse) < Views.longestUnused }
    }

    /// The present frame for a client's view; nil without a pose.
    func frame(_ view: View, for client: UInt64) -> EncodedFrame? {
        let owner = tick?.neutrals[client] == nil ? nil : client
        let stance = Stance(value: view, owner: owner)
        if let frame = frames[stance] { return frame }
        guard let frame = frame(view, owner) else { return nil }
        let encoded = EncodedFrame(bytes: frame.encoded(for: view), offset: frame.offset)
        encodings += 1
        frames[stance] = encoded
        return encoded
    }

    private func frame(_ view: View, _ owner: UInt64?) -> Frame? {
        guard let tick else { return nil }
        let motion = view.screen.picture(tick.motion)
        let neutral = tick.neutral(of: owner)
        let velocity =
            1 / Views.step
            * (neutral.offset(at: tick.next.attitude) - neutral.offset(at: tick.motion.attitude))
        return Frame(
            sequence: tick.sequence, time: motion.time,
            offset: view.screen.picture(offset(view.smoothing, owner, of: tick)), tilt: motion.tilt,
            detail: Frame.Detail(motion, velocity: view.screen.picture(velocity)))
    }

    /// How much later a tick's `next` is, in s.
    static let step = 0.008

    private func offset(_ smoothing: Smoothing, _ owner: UInt64?, of tick: Tick) -> ViewerOffset {
        let stance = Stance(value: smoothing, owner: owner)
        if let offset = offsets[stance] { return offset }
        var smoother = smoothers[stance]?.smoother ?? OffsetSmoother(smoothing)
        let offset =
            tick.filter.offset(at: tick.motion.time, against: tick.neutral(of: owner), smoothedBy: &smoother)
            ?? tick.motion.offset
        smoothers[stance] = (smoother, tick.motion.time)
        offsets[stance] = offset
        return offset
    }
}

extension Views {
    /// The memory that holds the newest frame for a view as long as somebody keeps it; nil where there is
    /// none to be had.
    func memory(for view: View, _ state: Health.State) -> SharedMemory? {
        let view = view.common
        if let memory = memories[view]?.value { return memory }
        memories = memories.filter { $0.value.value != nil }
        guard
            !view.smoothing.isPersonal
                || memories.keys.count(where: \.smoothing.isPersonal) < Views.memoryLimit
        else { return nil }
        do throws(Errno) {
            let memory = try SharedMemory(name: "parallaxd frame", size: SharedFrame.size)
            memory.write(SharedFrame(nil, state: state).bytes)
            memories[view] = Weak(value: memory)
            return memory
        } catch {
            return nil
        }
    }

    /// Writes the present frame where somebody looks at it, or that there is none.
    func remember(_ state: Health.State) {
        for (view, memory) in memories {
            memory.value?.write(SharedFrame(frame(view, nil), state: state).bytes)
        }
    }
}

extension View {
    /// The view in shared memory, which holds all fields.
    fileprivate var common: View {
        var view = View()
        view.format = .memfd
        view.screen = screen
        view.smoothing = smoothing
        return view
    }
}

extension Smoothing {
    /// Whether there are any number of the kind.
    fileprivate var isPersonal: Bool {
        if case .timeConstant = self { true } else { false }
    }
}

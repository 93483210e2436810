import LinuxIO
import MotionCore
import MotionWire
import Publisher
import Sensors

/// The one loop: descriptors become events, events are answered in turn.
@MainActor final class Daemon {
    /// Sensors are kept awake this long without a client, in nanoseconds.
    private static let linger: Int64 = 2_000_000_000
    /// The most between two state lines while nothing streams, in nanoseconds.
    private static let reminder: Int64 = 5_000_000_000
    /// Health is looked at this often, however slow the clients are.
    private static let slowestTick = 10.0
    private static let fastestTick = Subscription.rates.upperBound

    /// Files that are kept from clients for sensors and the rest.
    private static let ownDescriptors = 96

    /// Tokens of the poller. Sources and clients count up from theirs.
    private enum Token {
        static let signal: UInt64 = 0
        static let tick: UInt64 = 1
        static let devices: UInt64 = 2
        static let server: UInt64 = 3
        static let seats: UInt64 = 4
        static let source: UInt64 = 16
        static let client: UInt64 = 1024
    }

    private enum Event {
        case signal, tick, devices, server, seats, source
        case client(Poller.Ready)

        init(_ ready: Poller.Ready) {
            switch ready.token {
            case Token.signal: self = .signal
            case Token.tick: self = .tick
            case Token.devices: self = .devices
            case Token.server: self = .server
            case Token.seats: self = .seats
            case ..<Token.client: self = .source
            default: self = .client(ready)
            }
        }
    }

    let manager = MotionManager.shared
    private(set) var supervisor = Supervisor()
    let invocation: Invocation
    /// What is in force.
    var options: Options
    let log: Log
    private let poller: Poller
    private let signals: SignalSource
    private let timer: TickTimer
    private var devices: DeviceMonitor?
    let publisher: Publisher
    let door: Doorkeeper
    let start = monotonicNanoseconds()
    /// The source that the poller watches.
    private var watched = MotionManager.Generation()
    private let views = Views()
    /// Ticks a second that are asked for; 0 while nobody is there.
    private(set) var tickRate = 0.0
    private(set) var tickMeter = RateMeter()
    private(set) var ticks: Int64 = 0
    private var lastClient: Int64 = 0
    private var announced: StateChange?
    private var remark: String?
    private var lastAnnouncement: Int64 = 0

    init(
        _ options: Options, of invocation: Invocation, _ supply: SensorSupply,
        server: consuming ServerSocket, signals: consuming SignalSource, log: Log
    ) throws(Errno) {
        self.options = options
        self.invocation = invocation
        self.log = log
        let door = Doorkeeper(options.access, log)
        let poller = try Poller()
        let timer = try TickTimer()
        try poller.add(signals.descriptor, token: Token.signal)
        try poller.add(timer.descriptor, token: Token.tick)
        publisher = try Publisher(
            server: server, poller: poller, serverToken: Token.server, firstClient: Token.client,
            clientLimit: min(Publisher.clientLimit, raiseDescriptorLimit() - Daemon.ownDescriptors),
            owner: Publisher.Owner(
                hello: { Daemon.hello() }, admits: door.admits,
                memory: { [views] in views.memory(for: $0, MotionManager.shared.health.state) }))
        self.door = door
        self.poller = poller
        self.signals = signals
        self.timer = timer
        try take(supply)
    }

    /// Has motion come from there.
    func take(_ supply: SensorSupply) throws(Errno) {
        devices = nil
        if case .hardware = supply {
            let monitor = try DeviceMonitor()
            try poller.add(monitor.descriptor, token: Token.devices)
            devices = monitor
        }
        manager.take(supply, biases: BiasStore(log: log))
        announced = manager.state
    }

    /// Serves until a signal ends it, and leaves the sensors as they were found.
    func run() throws(Errno) {
        defer { manager.sleep() }
        supervisor.expectSigns(false, at: start)
        supervisor.noteReady()
        var ready: [Poller.Ready] = []
        while true {
            try poller.wait(into: &ready)
            for event in ready.lazy.map(Event.init) {
                let now = monotonicNanoseconds()
                switch event {
                case .signal:
                    guard let number = try signals.next() else { continue }
                    guard number == SignalSource.hangUp, !log.isTerminal else {
                        log(.info, "stops on signal \(number)")
                        return
                    }
                    try reload(at: now)
                case .tick: try tick(at: now)
                case .devices: takeDeviceEvents(at: now)
                case .server: try greet(at: now)
                case .source: manager.read(at: now) { [publisher] in publisher.publish($0) }
                case .seats:
                    door.noteSeats()
                    publisher.checkAgain()
                case .client(let ready): publisher.serve(ready) { answer($0, at: now) }
                }
            }
            try settle(at: monotonicNanoseconds())
        }
    }

    private func tick(at now: Int64) throws(Errno) {
        let passed = Int64(try timer.ticks())
        ticks += passed
        tickMeter.add(Timestamp(nanoseconds: now))
        manager.tend(at: now)
        noteRemark()
        let tick = manager.tick(ticks, at: now)
        views.begin(tick)
        publisher.publish(after: Double(passed) / tickRate, at: now) { client, view in
            views.frame(view, for: client)
        }
        views.remember(manager.health.state)
        // A turn of the loop alone is no sign of life: there is a frame, or a reason why there is none.
        if tick != nil || manager.health.state != .ok { supervisor.giveSign(at: now) }
        if tick == nil, now - lastAnnouncement >= Daemon.reminder { announce(at: now) }
    }

    private func takeDeviceEvents(at now: Int64) {
        while let event = devices?.next() {
            log(.debug, "\(event.device): \(event.action)")
            manager.heed(event, at: now)
        }
    }

    /// Brings everything that follows from who is connected and how the sensors fare up to date.
    private func settle(at now: Int64) throws(Errno) {
        if publisher.hasClients {
            lastClient = now
        } else if now - lastClient >= Daemon.linger {
            manager.sleep()
        }
        try setTick(rate: now - lastClient < Daemon.linger ? publisher.fastestRate ?? Daemon.slowestTick : 0)
        supervisor.expectSigns(tickRate > 0, at: now)
        manager.pace(for: publisher.fastestRate ?? 0, at: now)
        try watchSource()
        if door.watchSeats(publisher.hasClients, poller, token: Token.seats) { publisher.checkAgain() }
        manager.keepNeutrals(publisher.isConnected)
        if manager.state != announced { announce(at: now) }
    }

    private func setTick(rate: Double) throws(Errno) {
        let rate = rate == 0 ? 0 : min(Daemon.fastestTick, max(Daemon.slowestTick, rate))
        guard rate != tickRate else { return }
        tickRate = rate
        tickMeter = RateMeter()
        if rate > 0 { try timer.start(hertz: rate) } else { try timer.stop() }
    }

    private func watchSource() throws(Errno) {
        guard manager.generation != watched else { return }
        watched = manager.generation
        for (index, descriptor) in manager.descriptors.enumerated() {
            // One of two sensors may be the one that it was.
            do throws(Errno) {
                try poller.add(descriptor, token: Token.source + UInt64(index))
            } catch .fileExists {}
        }
    }

    /// Wakes the sensors, so that the first line tells what a client will get.
    private static func hello() -> Hello {
        let manager = MotionManager.shared
        manager.wake(at: monotonicNanoseconds())
        return Hello(
            server: "parallaxd \(version)", rate: Publisher.defaultRate, maxRate: fastestTick,
            device: manager.device, health: manager.health)
    }

    private func greet(at now: Int64) throws(Errno) {
        let isFirst = !publisher.hasClients
        if isFirst { manager.retryAtOnce() }
        try publisher.accept()
        // The greeting told a first client already what waking up changed.
        guard isFirst else { return }
        note(manager.state)
        lastAnnouncement = now
    }

    private func announce(at now: Int64) {
        note(manager.state)
        lastAnnouncement = now
        publisher.announce(manager.state)
    }

    private func note(_ state: StateChange) {
        guard state != announced else { return }
        announced = state
        switch (state.health.reason, state.device) {
        case (let reason?, _): log(.warning, "\(state.health.state.rawValue): \(reason)")
        case (nil, let device?):
            log(.info, "reads \(device.name) (\(device.id)), mode \(device.mode.rawValue)")
        case (nil, nil): log(.info, state.health.state.rawValue)
        }
    }

    private func noteRemark() {
        guard manager.remark != remark else { return }
        remark = manager.remark
        if let remark { log(.warning, remark) }
    }
}

import MotionWire

/// What is to be asked of the daemon on one connection, and when: it closes those who ask too often.
struct Requests: Sendable {
    /// Seconds between requests that follow from what users do.
    static let pause = 0.05
    /// The daemon gives this number back with its reply to the first request.
    private static let first = JSON.int(1)

    /// Whether the daemon has answered: frames have the fields that were asked for from then on, as far as it
    /// knows them.
    private(set) var isAnswered = false
    /// Whether the present pose is to become the neutral one.
    var recenters = false
    /// Frames a second that users want.
    var rate = 60.0

    private let maxRate: Double
    private var asked: Double?
    private var allowedAt = Int64.min

    init(maxRate: Double) { self.maxRate = maxRate }

    private var capped: Double { min(rate, maxRate) }

    /// Whether there is something to ask.
    private var isDue: Bool { asked == nil || (isAnswered && (capped != asked || recenters)) }

    /// When there will be something to ask; nil while there is nothing.
    var dueAt: Int64? { isDue ? allowedAt : nil }

    mutating func take(at now: Int64) -> [Request] {
        guard isDue, now >= allowedAt else { return [] }
        allowedAt = now + nanoseconds(Requests.pause)
        var requests: [Request] = []
        if capped != asked {
            if isAnswered {
                requests.append(Request(.subscribe(Subscription(rate: capped))))
            } else {
                // Where gravity is follows from the attitude.
                let fields = View.Field.allCases.filter { $0 != .gravity }
                let subscription = Subscription(rate: capped, fields: fields)
                requests.append(Request(id: Requests.first, .subscribe(subscription)))
            }
            asked = capped
        }
        if isAnswered, recenters {
            requests.append(Request(.recenter(everybody: false)))
            recenters = false
        }
        return requests
    }

    mutating func hear(_ reply: Message.Reply) {
        guard asked != nil, reply.id == Requests.first else { return }
        isAnswered = true
        // A daemon that does not know all of the fields: it is asked for the rate alone.
        if reply.error != nil { asked = nil }
    }
}

/// Of seconds.
func nanoseconds(_ seconds: Double) -> Int64 { Int64((seconds * 1e9).rounded()) }

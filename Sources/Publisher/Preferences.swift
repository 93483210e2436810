import MotionCore
import MotionWire

/// What a client receives, and how.
struct Preferences {
    private(set) var rate = Publisher.defaultRate
    private(set) var wantsSamples = false
    private(set) var view = View()
    /// How far x, y must move for a frame to be sent; 0 sends all.
    private(set) var deadBand = 0.0
    private var followsScreen = false
    /// Kept when a client goes to the device's axes and comes back.
    private var angle = ScreenAngle.zero

    /// With what `subscription` names changed.
    func applying(_ subscription: Subscription) -> Preferences {
        var new = self
        new.rate = subscription.rate ?? rate
        new.wantsSamples = subscription.samples ?? wantsSamples
        new.deadBand = subscription.deadBand ?? deadBand
        new.followsScreen = subscription.followsScreen ?? followsScreen
        new.angle = subscription.angle ?? angle
        new.view.format = subscription.format ?? view.format
        new.view.fields = subscription.fields ?? view.fields
        new.view.smoothing = subscription.smoothing ?? view.smoothing
        new.view.screen = new.followsScreen ? new.angle : .zero
        return new
    }

    /// As the reply to `subscribe` tells it.
    var members: [JSON.Member] {
        [
            JSON.Member("rate", .number(rate)), JSON.Member("samples", .bool(wantsSamples)),
            JSON.Member("format", .string(view.format.rawValue)),
            JSON.Member("fields", .array(view.fields.map { .string($0.rawValue) })),
            JSON.Member("frame", followsScreen ? "screen" : "device"),
            JSON.Member("angle", .int(Int64(angle.rawValue))),
            JSON.Member("smoothing", view.smoothing.json), JSON.Member("deadband", .number(deadBand)),
        ]
    }
}

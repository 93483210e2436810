import CGtk
import GTKGlue
public import ParallaxKit

/// Where a container is scrolled to: by finger, pointer, wheel, touchpad and keys.
public final class Scroller {
    public let axis: ParallaxAxis
    /// In points; negative while it is pulled down beyond the start.
    public private(set) var offset = 0.0
    /// How far one can scroll, in points.
    public var extent = 0.0 {
        didSet { if spring == nil, drag == nil { offset = min(offset, max(0, extent)) } }
    }
    /// How much is seen at once, in points.
    var page = 0.0
    /// How far one click of a wheel, or one key, goes, in points.
    var step = 60.0
    /// Whether it can be pulled beyond the start.
    var stretches = false
    /// Where it comes to rest, let go at an offset with a velocity; anywhere, where there is none.
    var settle: ((_ offset: Double, _ velocity: Double) -> Double)?

    private unowned let body: ParallaxContainer
    private var spring: Spring?
    private var drag: (start: Double, velocity: Double, last: Double)?
    private var isTicking = false
    private var smoothScrolls = 0

    init(_ body: ParallaxContainer, along axis: ParallaxAxis) {
        self.body = body
        self.axis = axis
        let widget = body.widget
        widget.makeFocusable()
        widget.onDrag(
            begin: { [unowned self] in beginDrag() },
            move: { [unowned self] x, y in moveDrag(by: axis == .horizontal ? x : y) },
            end: { [unowned self] in endDrag() })
        widget.onScroll { [unowned self] x, y, isSmooth in
            // A wheel has one axis, whichever way the content goes.
            let way = axis == .horizontal && x != 0 ? x : y
            return isSmooth ? scroll(by: way) : turn(by: way)
        }
        widget.onKey { [unowned self] key, _ in press(key) }
    }

    private var now: Double { Timestamp.now.seconds(since: Timestamp(nanoseconds: 0)) }
    private var goal: Double { spring?.goal ?? offset }

    private func inRange(_ offset: Double) -> Double { min(max(0, offset), max(0, extent)) }

    /// Goes there at once.
    public func jump(to offset: Double) {
        spring = nil
        show(stretches ? min(offset, max(0, extent)) : inRange(offset))
    }

    /// Goes there softly.
    public func go(to goal: Double, velocity: Double = 0) {
        spring = Spring(from: offset, velocity: velocity, to: inRange(goal), at: now)
        guard !isTicking else { return }
        isTicking = true
        body.widget.addTick { [weak self] clock in
            self?.tick(clock.frameTime) ?? false
        } ended: { [weak self] in
            self?.isTicking = false
        }
    }

    private func tick(_ time: Double) -> Bool {
        guard let spring else { return false }
        guard !spring.isOver(at: time) else {
            self.spring = nil
            show(spring.goal)
            return false
        }
        show(spring.state(at: time).offset)
        return true
    }

    private func show(_ offset: Double) {
        guard offset != self.offset else { return }
        self.offset = offset
        body.queueMove()
    }
}

// What people do.
extension Scroller {
    private func beginDrag() {
        body.widget.grabFocus()
        spring = nil
        drag = (offset, 0, now)
    }

    private func moveDrag(by distance: Double) {
        guard let drag else { return }
        let fresh = banded(drag.start - distance)
        let elapsed = now - drag.last
        if elapsed > 0.001 {
            let speed = (fresh - offset) / elapsed
            self.drag = (drag.start, drag.velocity + (speed - drag.velocity) * min(1, elapsed / 0.04), now)
        }
        show(fresh)
    }

    private func endDrag() {
        guard let drag else { return }
        // Who holds still before letting go throws nothing.
        let velocity = now - drag.last < 0.1 ? drag.velocity : 0
        self.drag = nil
        go(to: settle?(offset, velocity) ?? offset + velocity * 0.4, velocity: velocity)
    }

    /// The farther beyond the start, the harder it is to pull.
    private func banded(_ offset: Double) -> Double {
        guard stretches, offset < 0 else { return inRange(offset) }
        let room = max(1, page / 2)
        return -room * (1 - 1 / (-offset * 0.8 / room + 1))
    }

    private func turn(by clicks: Double) -> Bool {
        if stretches, clicks < 0, goal <= 0 {
            // A tug, after which it springs back.
            go(to: 0, velocity: max(-1_500, 900 * clicks))
        } else if let settle {
            go(to: settle(goal + clicks.signed * step, 0))
        } else {
            go(to: goal + clicks * step)
        }
        return true
    }

    private func scroll(by distance: Double) -> Bool {
        spring = nil
        show(inRange(offset + distance))
        guard let settle else { return true }
        smoothScrolls += 1
        let count = smoothScrolls
        every(milliseconds: 150) { [weak self] in
            if let self, smoothScrolls == count { go(to: settle(offset, 0)) }
            return false
        }
        return true
    }

    private func press(_ key: UInt32) -> Bool {
        let isAcross = axis == .horizontal
        let wide = settle == nil ? max(step, 0.8 * page) : step
        let goal: Double? =
            switch Int32(key) {
            case GDK_KEY_Left where isAcross, GDK_KEY_Up where !isAcross: self.goal - step
            case GDK_KEY_Right where isAcross, GDK_KEY_Down where !isAcross: self.goal + step
            case GDK_KEY_Page_Up: self.goal - wide
            case GDK_KEY_Page_Down, GDK_KEY_space: self.goal + wide
            case GDK_KEY_Home: 0
            case GDK_KEY_End: extent
            default: nil
            }
        guard let goal else { return false }
        go(to: settle?(goal, 0) ?? goal)
        return true
    }
}

extension Double {
    fileprivate var signed: Double { self > 0 ? 1 : self < 0 ? -1 : 0 }
}

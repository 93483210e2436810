public import CGtk

/// Connects closures to GObject's signals, by how many arguments a signal has. A closure lives as long as the
/// object.
enum Signal {
    typealias Plain = () -> Void
    typealias Place = (Double, Double) -> Void
    typealias Scroll = (Double, Double) -> Bool
    typealias Key = (_ key: UInt32, _ modifiers: GdkModifierType) -> Bool

    static func connect(_ object: UnsafeMutableRawPointer, _ name: String, _ body: @escaping Plain) {
        let callback: @convention(c) (gpointer?, gpointer?) -> Void = { _, box in
            if let box = unsafe box { unsafe Box<Plain>.of(box).content() }
        }
        unsafe connect(object, name, unsafeBitCast(callback, to: GCallback.self), Box(body))
    }

    /// A signal with one argument, which nobody wants, such as a property's change.
    static func connectDetail(_ object: UnsafeMutableRawPointer, _ name: String, _ body: @escaping Plain) {
        let callback: @convention(c) (gpointer?, gpointer?, gpointer?) -> Void = { _, _, box in
            if let box = unsafe box { unsafe Box<Plain>.of(box).content() }
        }
        unsafe connect(object, name, unsafeBitCast(callback, to: GCallback.self), Box(body))
    }

    static func connect(_ object: UnsafeMutableRawPointer, _ name: String, at body: @escaping Place) {
        let callback: @convention(c) (gpointer?, Double, Double, gpointer?) -> Void = { _, x, y, box in
            if let box = unsafe box { unsafe Box<Place>.of(box).content(x, y) }
        }
        unsafe connect(object, name, unsafeBitCast(callback, to: GCallback.self), Box(body))
    }

    static func connectScroll(_ object: UnsafeMutableRawPointer, _ body: @escaping Scroll) {
        let callback: @convention(c) (gpointer?, Double, Double, gpointer?) -> gboolean = { _, x, y, box in
            guard let box = unsafe box else { return 0 }
            return unsafe Box<Scroll>.of(box).content(x, y) ? 1 : 0
        }
        unsafe connect(object, "scroll", unsafeBitCast(callback, to: GCallback.self), Box(body))
    }

    static func connectKey(_ object: UnsafeMutableRawPointer, _ body: @escaping Key) {
        let callback: @convention(c) (gpointer?, guint, guint, GdkModifierType, gpointer?) -> gboolean = {
            _, key, _, modifiers, box in
            guard let box = unsafe box else { return 0 }
            return unsafe Box<Key>.of(box).content(key, modifiers) ? 1 : 0
        }
        unsafe connect(object, "key-pressed", unsafeBitCast(callback, to: GCallback.self), Box(body))
    }

    private static func connect<Content>(
        _ object: UnsafeMutableRawPointer, _ name: String, _ callback: GCallback, _ box: Box<Content>
    ) {
        unsafe g_signal_connect_data(
            object, name, callback, Unmanaged.passRetained(box).toOpaque(),
            { box, _ in if let box = unsafe box { unsafe Unmanaged<AnyObject>.fromOpaque(box).release() } },
            GConnectFlags(rawValue: 0))
    }
}

extension Widget {
    /// Calls `body` whenever the signal is sent that has no arguments, such as `clicked`.
    public func on(_ signal: String, _ body: @escaping () -> Void) {
        unsafe Signal.connect(pointer, signal, body)
    }

    /// Calls `body` whenever the signal is sent that has one argument, such as `row-activated`.
    public func onDetail(_ signal: String, _ body: @escaping () -> Void) {
        unsafe Signal.connectDetail(pointer, signal, body)
    }

    /// Calls `body` whenever the property changes.
    public func onChange(of property: String, _ body: @escaping () -> Void) {
        onDetail("notify::" + property, body)
    }

    /// Follows the pointer over it, in its own pixels.
    public func onPointer(_ move: @escaping (Double, Double) -> Void) {
        guard let motion = unsafe gtk_event_controller_motion_new() else { return }
        unsafe gtk_event_controller_set_propagation_phase(motion, GTK_PHASE_CAPTURE)
        unsafe Signal.connect(UnsafeMutableRawPointer(motion), "motion", at: move)
        unsafe gtk_widget_add_controller(pointer, motion)
    }

    /// Follows keys while it, or what it holds, has the keyboard; `body` returns whether it took the key.
    public func onKey(_ body: @escaping (_ key: UInt32, _ modifiers: GdkModifierType) -> Bool) {
        guard let keys = unsafe gtk_event_controller_key_new() else { return }
        unsafe Signal.connectKey(UnsafeMutableRawPointer(keys), body)
        unsafe gtk_widget_add_controller(pointer, keys)
    }

    /// Follows a finger, or the pointer with its button pressed, by how far it is from where it began.
    public func onDrag(
        begin: @escaping () -> Void, move: @escaping (Double, Double) -> Void, end: @escaping () -> Void
    ) {
        guard let drag = unsafe gtk_gesture_drag_new() else { return }
        let object = unsafe UnsafeMutableRawPointer(drag)
        unsafe Signal.connect(object, "drag-begin", at: { _, _ in begin() })
        unsafe Signal.connect(object, "drag-update", at: move)
        unsafe Signal.connect(object, "drag-end", at: { _, _ in end() })
        unsafe gtk_widget_add_controller(pointer, OpaquePointer(object))
    }

    /// Follows wheel and touchpad; `isSmooth` tells pixels of a touchpad from clicks of a wheel. `body`
    /// returns whether it took the movement.
    public func onScroll(_ body: @escaping (_ x: Double, _ y: Double, _ isSmooth: Bool) -> Bool) {
        guard let scroll = unsafe gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES)
        else {
            return
        }
        let object = unsafe UnsafeMutableRawPointer(scroll)
        unsafe Signal.connectScroll(object) { x, y in
            body(x, y, unsafe gtk_event_controller_scroll_get_unit(scroll) == GDK_SCROLL_UNIT_SURFACE)
        }
        unsafe gtk_widget_add_controller(pointer, scroll)
    }
}

/// Calls `body` whenever an object of GObject's sends the signal that has no arguments.
public func on(_ object: UnsafeMutableRawPointer, _ signal: String, _ body: @escaping () -> Void) {
    unsafe Signal.connect(object, signal, body)
}

/// Calls `body` whenever the descriptor is readable, from GLib's loop.
public func watch(_ descriptor: CInt, _ body: @escaping () -> Void) {
    let box = unsafe Unmanaged.passRetained(Box(body)).toOpaque()
    unsafe g_unix_fd_add_full(
        G_PRIORITY_DEFAULT, descriptor, G_IO_IN,
        { _, _, box in
            if let box = unsafe box { unsafe Box<() -> Void>.of(box).content() }
            return 1
        }, box, { if let box = unsafe $0 { unsafe Box<() -> Void>.free(box) } })
}

/// Calls `body` every so many milliseconds, from GLib's loop, until it returns false.
public func every(milliseconds: Int, _ body: @escaping () -> Bool) {
    let box = unsafe Unmanaged.passRetained(Box(body)).toOpaque()
    unsafe g_timeout_add_full(
        G_PRIORITY_DEFAULT, guint(milliseconds),
        { box in
            guard let box = unsafe box else { return 0 }
            return unsafe Box<() -> Bool>.of(box).content() ? 1 : 0
        }, box, { if let box = unsafe $0 { unsafe Box<() -> Bool>.free(box) } })
}

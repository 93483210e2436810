public import CGtk

/// A widget of GTK's.
///
/// Its parent keeps it: it is not to be used after it has gone from there.
@safe public struct Widget {
    public let pointer: UnsafeMutablePointer<GtkWidget>

    /// A widget that GTK made.
    public init(_ pointer: UnsafeMutablePointer<GtkWidget>) { unsafe self.pointer = pointer }

    var object: UnsafeMutablePointer<GObject> { unsafe pointer.cast() }

    /// How large it is, in pixels of the application.
    public var size: (width: Int, height: Int) {
        unsafe (Int(gtk_widget_get_width(pointer)), Int(gtk_widget_get_height(pointer)))
    }

    /// How many pixels of the screen one of the application's is.
    public var scale: Int { unsafe Int(gtk_widget_get_scale_factor(pointer)) }

    /// Whether it is in a window that is shown.
    public var isMapped: Bool { unsafe gtk_widget_get_mapped(pointer) != 0 }

    /// Whether it shows nothing of its children beyond its edges.
    public var clips: Bool {
        get { unsafe gtk_widget_get_overflow(pointer) == GTK_OVERFLOW_HIDDEN }
        nonmutating set {
            unsafe gtk_widget_set_overflow(pointer, newValue ? GTK_OVERFLOW_HIDDEN : GTK_OVERFLOW_VISIBLE)
        }
    }

    /// Has its children placed anew before the next frame.
    public func queueAllocate() { unsafe gtk_widget_queue_allocate(pointer) }

    /// Takes the room that its parent has left.
    public func expand() {
        unsafe gtk_widget_set_hexpand(pointer, 1)
        unsafe gtk_widget_set_vexpand(pointer, 1)
    }

    /// What screen readers call it.
    public func setAccessibleName(_ name: String) {
        var property = GTK_ACCESSIBLE_PROPERTY_LABEL
        var value = GValue()
        unsafe g_value_init(&value, plx_type_string)
        unsafe g_value_set_string(&value, name)
        unsafe gtk_accessible_update_property_value(OpaquePointer(pointer), 1, &property, &value)
        unsafe g_value_unset(&value)
    }

    /// The window, or another root, that it is in.
    public var root: Widget? {
        guard let root = unsafe gtk_widget_get_root(pointer) else { return nil }
        return unsafe Widget(UnsafeMutablePointer(root))
    }

    /// Calls `body` before each frame with the frame's clock until it returns false; then, or when the widget
    /// goes before that, calls `ended`.
    public func addTick(_ body: @escaping (FrameClock) -> Bool, ended: @escaping () -> Void = {}) {
        let box = unsafe Unmanaged.passRetained(Box(Tick(body: body, ended: ended))).toOpaque()
        unsafe gtk_widget_add_tick_callback(
            pointer,
            { _, clock, box in
                guard let clock = unsafe clock, let box = unsafe box else { return 0 }
                return unsafe Box<Tick>.of(box).content.body(FrameClock(clock)) ? 1 : 0
            }, box,
            { box in
                guard let box = unsafe box else { return }
                unsafe Box<Tick>.of(box).content.ended()
                unsafe Box<Tick>.free(box)
            })
    }
}

extension Widget: @MainActor Hashable {
    private var address: UInt { unsafe UInt(bitPattern: pointer) }

    public static func == (left: Widget, right: Widget) -> Bool { left.address == right.address }

    public func hash(into hasher: inout Hasher) { hasher.combine(address) }
}

private struct Tick {
    let body: (FrameClock) -> Bool
    let ended: () -> Void
}

/// The clock by which a window's frames are drawn; good for the call that it is passed to.
@safe public struct FrameClock {
    private let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) { unsafe self.pointer = pointer }

    /// When the frame was begun, on `CLOCK_MONOTONIC`, in seconds.
    public var frameTime: Double { unsafe Double(gdk_frame_clock_get_frame_time(pointer)) * 1e-6 }

    /// When the frame is expected on the screen, on `CLOCK_MONOTONIC`, in nanoseconds.
    public var presentation: Int64 {
        let time = unsafe gdk_frame_clock_get_frame_time(pointer)
        let timings = unsafe gdk_frame_clock_get_current_timings(pointer)
        let predicted =
            unsafe timings.map { unsafe gdk_frame_timings_get_predicted_presentation_time($0) } ?? 0
        // A frame's length later, where the display does not say.
        return Int64(predicted > 0 ? predicted : time + 16_667) * 1000
    }
}

extension UnsafeMutablePointer {
    /// The same object, as a type that it derives from or is known to be.
    package func cast<Other>() -> UnsafeMutablePointer<Other> {
        unsafe UnsafeMutableRawPointer(self).assumingMemoryBound(to: Other.self)
    }
}

/// What C keeps for Swift.
@safe final class Box<Content> {
    let content: Content

    init(_ content: Content) { self.content = content }

    static func of(_ pointer: UnsafeMutableRawPointer) -> Box {
        unsafe Unmanaged<Box>.fromOpaque(pointer).takeUnretainedValue()
    }

    static func free(_ pointer: UnsafeMutableRawPointer) {
        unsafe Unmanaged<Box>.fromOpaque(pointer).release()
    }
}

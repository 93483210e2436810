public import CGtk

/// How often a widget's own code ran.
public struct WidgetCounts: Hashable {
    public var measures = 0
    public var allocations = 0
    public var snapshots = 0

    public init() {}
}

/// What a widget of our own is and does. It lives as long as its widget.
@safe open class WidgetBody {
    public let widget: Widget
    /// From the one behind to the one in front.
    public private(set) var children: [Widget] = []
    public private(set) var counts = WidgetCounts()

    /// With no children yet.
    public init(role: GtkAccessibleRole = GTK_ACCESSIBLE_ROLE_GROUP) {
        widget = WidgetClass.make(role: role)
        WidgetClass.attach(self, to: widget)
    }

    /// The body of a widget; nil for those of GTK's own.
    public static func of(_ widget: Widget) -> WidgetBody? { unsafe WidgetClass.body(of: widget.pointer) }

    /// Puts a child in front of the others.
    public func add(_ child: Widget) {
        unsafe gtk_widget_set_parent(child.pointer, widget.pointer)
        children.append(child)
    }

    /// Smallest and wanted size along an axis, where the other side is `other` pixels, or -1 for any.
    open func measure(_ axis: GtkOrientation, other: Int) -> (minimum: Int, natural: Int) {
        var result = (minimum: 0, natural: 0)
        for child in children {
            let size = child.measure(axis, other: other)
            result = (max(result.minimum, size.minimum), max(result.natural, size.natural))
        }
        return result
    }

    /// Places the children.
    open func allocate(width: Int, height: Int) {
        for child in children { place(child, width: width, height: height) }
    }

    /// Draws; by itself the children.
    open func snapshot(_ snapshot: Snapshot) {
        for child in children { snapshot.draw(child, of: self) }
    }

    /// Called when it comes to be seen, and no longer.
    open func mapped(_ isMapped: Bool) {}

    /// Places a child with its corner at x, y, then scaled about its own centre.
    ///
    /// Where its size is as before, the child is neither laid out nor drawn anew.
    public func place(
        _ child: Widget, x: Double = 0, y: Double = 0, width: Int, height: Int, scale: Double = 1
    ) {
        let shrink = (1 - scale) / 2
        var corner = graphene_point_t(
            x: Float(x + shrink * Double(width)), y: Float(y + shrink * Double(height)))
        var transform = unsafe gsk_transform_translate(nil, &corner)
        if scale != 1 { unsafe transform = gsk_transform_scale(transform, Float(scale), Float(scale)) }
        unsafe gtk_widget_allocate(child.pointer, CInt(width), CInt(height), -1, transform)
    }
}

extension Widget {
    /// Smallest and wanted size along an axis, where the other side is `other` pixels, or -1 for any.
    public func measure(_ axis: GtkOrientation, other: Int = -1) -> (minimum: Int, natural: Int) {
        var minimum: CInt = 0
        var natural: CInt = 0
        unsafe gtk_widget_measure(pointer, axis, CInt(other), &minimum, &natural, nil, nil)
        return (Int(minimum), Int(natural))
    }
}

// What GTK calls.
extension WidgetBody {
    fileprivate func measureNow(_ axis: GtkOrientation, _ other: CInt) -> (minimum: CInt, natural: CInt) {
        counts.measures += 1
        let size = measure(axis, other: Int(other))
        return (CInt(size.minimum), CInt(max(size.minimum, size.natural)))
    }

    fileprivate func allocateNow(_ width: CInt, _ height: CInt) {
        counts.allocations += 1
        allocate(width: Int(width), height: Int(height))
    }

    fileprivate func snapshotNow(_ pointer: OpaquePointer) {
        counts.snapshots += 1
        unsafe snapshot(Snapshot(pointer))
    }

    fileprivate func dispose() {
        for child in children { unsafe gtk_widget_unparent(child.pointer) }
        children = []
    }
}

/// The one class of GTK's type system that all bodies share.
private enum WidgetClass {
    private static let key = unsafe g_quark_from_static_string("parallax-body")
    private static let parent = unsafe g_type_class_ref(gtk_widget_get_type())
    private static let type = register()

    static func make(role: GtkAccessibleRole) -> Widget {
        var value = GValue()
        unsafe g_value_init(&value, gtk_accessible_role_get_type())
        unsafe g_value_set_enum(&value, CInt(role.rawValue))
        let object = unsafe "accessible-role".withCString { name in
            var name: UnsafePointer<CChar>? = unsafe name
            return unsafe g_object_new_with_properties(type, 1, &name, &value)
        }
        guard let object = unsafe object else { preconditionFailure("GTK makes no widget") }
        return unsafe Widget(object.cast())
    }

    static func attach(_ body: WidgetBody, to widget: Widget) {
        unsafe g_object_set_qdata_full(widget.object, key, Unmanaged.passRetained(body).toOpaque()) { body in
            if let body = unsafe body { unsafe Unmanaged<WidgetBody>.fromOpaque(body).release() }
        }
    }

    /// Nil while the widget is being made.
    static func body(of widget: UnsafeMutablePointer<GtkWidget>?) -> WidgetBody? {
        guard let widget = unsafe widget, let body = unsafe g_object_get_qdata(widget.cast(), key) else {
            return nil
        }
        return unsafe Unmanaged<WidgetBody>.fromOpaque(body).takeUnretainedValue()
    }

    private static func register() -> GType {
        var about = unsafe GTypeInfo()
        unsafe about.class_size = UInt16(MemoryLayout<GtkWidgetClass>.size)
        unsafe about.instance_size = UInt16(MemoryLayout<GtkWidget>.size)
        unsafe about.class_init = { made, _ in
            if let made = unsafe made { unsafe WidgetClass.fill(made) }
        }
        return unsafe g_type_register_static(
            gtk_widget_get_type(), "ParallaxWidget", &about, GTypeFlags(rawValue: 0))
    }

    private static func fill(_ made: UnsafeMutableRawPointer) {
        let methods = unsafe made.assumingMemoryBound(to: GtkWidgetClass.self)
        unsafe gtk_widget_class_set_css_name(methods, "parallax")
        unsafe methods.pointee.measure = { widget, axis, other, minimum, natural, _, _ in
            guard let size = unsafe WidgetClass.body(of: widget)?.measureNow(axis, other) else { return }
            unsafe minimum?.pointee = size.minimum
            unsafe natural?.pointee = size.natural
        }
        unsafe methods.pointee.size_allocate = { widget, width, height, _ in
            unsafe WidgetClass.body(of: widget)?.allocateNow(width, height)
        }
        unsafe methods.pointee.snapshot = { widget, snapshot in
            if let snapshot = unsafe snapshot { unsafe WidgetClass.body(of: widget)?.snapshotNow(snapshot) }
        }
        unsafe methods.pointee.map = { widget in
            unsafe WidgetClass.parentMethods.pointee.map?(widget)
            unsafe WidgetClass.body(of: widget)?.mapped(true)
        }
        unsafe methods.pointee.unmap = { widget in
            unsafe WidgetClass.body(of: widget)?.mapped(false)
            unsafe WidgetClass.parentMethods.pointee.unmap?(widget)
        }
        unsafe methods.pointee.parent_class.dispose = { object in
            guard let object = unsafe object else { return }
            unsafe WidgetClass.body(of: object.cast())?.dispose()
            unsafe WidgetClass.parentMethods.pointee.parent_class.dispose?(object)
        }
    }

    private static var parentMethods: UnsafeMutablePointer<GtkWidgetClass> {
        guard let parent = unsafe parent else { preconditionFailure("GTK has no widgets") }
        return unsafe parent.assumingMemoryBound(to: GtkWidgetClass.self)
    }
}

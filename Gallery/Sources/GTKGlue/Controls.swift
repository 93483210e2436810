import CGtk

extension Widget {
    /// Lets the keyboard come to it.
    public func makeFocusable() { unsafe gtk_widget_set_focusable(pointer, 1) }

    /// Takes the keyboard.
    public func grabFocus() { unsafe gtk_widget_grab_focus(pointer) }

    /// Gives it a class of the style sheet.
    public func addClass(_ name: String) { unsafe gtk_widget_add_css_class(pointer, name) }

    /// Text in as many lines as it needs, with classes of the style sheet.
    public static func label(_ text: String, _ classes: String..., isCentred: Bool = false) -> Widget {
        let label = unsafe Widget(gtk_label_new(text))
        let object = unsafe OpaquePointer(label.pointer)
        unsafe gtk_label_set_wrap(object, 1)
        unsafe gtk_label_set_xalign(object, isCentred ? 0.5 : 0)
        if isCentred { unsafe gtk_label_set_justify(object, GTK_JUSTIFY_CENTER) }
        for name in classes { label.addClass(name) }
        return label
    }

    /// Widgets below each other.
    public static func column(_ children: [Widget], spacing: Int = 0, margin: Int = 0) -> Widget {
        box(GTK_ORIENTATION_VERTICAL, children, spacing, margin)
    }

    /// Widgets beside each other.
    public static func row(_ children: [Widget], spacing: Int = 0, margin: Int = 0) -> Widget {
        box(GTK_ORIENTATION_HORIZONTAL, children, spacing, margin)
    }

    private static func box(_ axis: GtkOrientation, _ children: [Widget], _ spacing: Int, _ margin: Int)
        -> Widget
    {
        let box = unsafe Widget(gtk_box_new(axis, CInt(spacing)))
        for child in children { unsafe gtk_box_append(box.pointer.cast(), child.pointer) }
        box.setMargin(margin)
        return box
    }

    /// Room around it, in pixels of the application.
    public func setMargin(_ margin: Int) {
        unsafe gtk_widget_set_margin_start(pointer, CInt(margin))
        unsafe gtk_widget_set_margin_end(pointer, CInt(margin))
        unsafe gtk_widget_set_margin_top(pointer, CInt(margin))
        unsafe gtk_widget_set_margin_bottom(pointer, CInt(margin))
    }

    /// Room above and below it, in pixels of the application.
    public func setMargin(vertical margin: Int) {
        unsafe gtk_widget_set_margin_top(pointer, CInt(margin))
        unsafe gtk_widget_set_margin_bottom(pointer, CInt(margin))
    }

    /// The text of a label.
    public var text: String { unsafe String(cString: gtk_label_get_text(OpaquePointer(pointer))) }

    /// Another text for a label.
    public func setText(_ text: String) { unsafe gtk_label_set_text(OpaquePointer(pointer), text) }

    /// Stays as large as it wants to be, in the middle of the room that it gets.
    public func centre() {
        unsafe gtk_widget_set_halign(pointer, GTK_ALIGN_CENTER)
        unsafe gtk_widget_set_valign(pointer, GTK_ALIGN_CENTER)
    }

    /// Two lines of text at the lower left.
    public static func caption(title: String, subtitle: String, spacing: Int, padding: Int) -> Widget {
        let large = label(title, "title-1", "parallax-caption")
        let small = label(subtitle, "parallax-caption")
        let column = column([large, small], spacing: spacing, margin: padding)
        unsafe gtk_widget_set_valign(column.pointer, GTK_ALIGN_END)
        unsafe gtk_widget_set_halign(column.pointer, GTK_ALIGN_START)
        return column
    }

    /// Widgets in front of each other, as large as the first one.
    public static func overlay(_ children: [Widget]) -> Widget {
        let overlay = unsafe Widget(gtk_overlay_new())
        let object = unsafe OpaquePointer(overlay.pointer)
        for (place, child) in children.enumerated() {
            if place == 0 {
                unsafe gtk_overlay_set_child(object, child.pointer)
            } else {
                unsafe gtk_overlay_add_overlay(object, child.pointer)
            }
        }
        return overlay
    }

    /// A button that shows a widget.
    public static func button(_ child: Widget, name: String, _ clicked: @escaping () -> Void) -> Widget {
        let button = unsafe Widget(gtk_button_new())
        unsafe gtk_button_set_child(button.pointer.cast(), child.pointer)
        button.setAccessibleName(name)
        button.on("clicked", clicked)
        return button
    }
}

/// Gives the whole display a style sheet.
public func addStyle(_ style: String) {
    let provider = unsafe gtk_css_provider_new()
    unsafe gtk_css_provider_load_from_data(provider, style, -1)
    if let display = unsafe gdk_display_get_default() {
        unsafe gtk_style_context_add_provider_for_display(
            display, OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    }
    unsafe g_object_unref(provider)
}

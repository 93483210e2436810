import CAdwaita
import CGtk
import GTKGlue

extension Widget {
    var opaque: OpaquePointer { unsafe OpaquePointer(pointer) }

    /// A widget no wider than that, in the middle of its room.
    static func clamped(_ child: Widget, width: Int) -> Widget {
        let clamp = unsafe Widget(adw_clamp_new())
        unsafe adw_clamp_set_maximum_size(clamp.opaque, CInt(width))
        unsafe adw_clamp_set_tightening_threshold(clamp.opaque, CInt(width))
        unsafe adw_clamp_set_child(clamp.opaque, child.pointer)
        child.expand()
        return clamp
    }

    /// A header bar with widgets at its ends.
    static func headerBar(title: Widget, start: [Widget] = [], end: [Widget] = []) -> Widget {
        let bar = unsafe Widget(adw_header_bar_new())
        unsafe adw_header_bar_set_title_widget(bar.opaque, title.pointer)
        for widget in start { unsafe adw_header_bar_pack_start(bar.opaque, widget.pointer) }
        for widget in end { unsafe adw_header_bar_pack_end(bar.opaque, widget.pointer) }
        return bar
    }

    /// A title with a line below it.
    static func windowTitle(_ title: String) -> Widget {
        unsafe Widget(adw_window_title_new(title, ""))
    }

    func setTooltip(_ text: String?) { unsafe gtk_widget_set_tooltip_text(pointer, text) }

    func setTitle(_ title: String) { unsafe adw_window_title_set_title(opaque, title) }

    func setSubtitle(_ text: String) { unsafe adw_window_title_set_subtitle(opaque, text) }

    /// A button that shows an icon.
    static func iconButton(_ icon: String, name: String, _ clicked: @escaping () -> Void) -> Widget {
        let button = unsafe Widget(gtk_button_new_from_icon_name(icon))
        button.setAccessibleName(name)
        unsafe gtk_widget_set_tooltip_text(button.pointer, name)
        button.on("clicked", clicked)
        return button
    }

    /// A button that opens a panel.
    static func menuButton(_ icon: String, name: String, _ panel: Widget) -> Widget {
        let popover = unsafe Widget(gtk_popover_new())
        let button = unsafe Widget(gtk_menu_button_new())
        unsafe gtk_popover_set_child(
            popover.pointer.cast(), panel.pointer)
        unsafe gtk_menu_button_set_icon_name(button.opaque, icon)
        unsafe gtk_menu_button_set_popover(button.opaque, popover.pointer)
        unsafe gtk_widget_set_tooltip_text(button.pointer, name)
        button.setAccessibleName(name)
        return button
    }

    /// A slider from 0 to 1.
    static func slider(name: String, _ value: Double, _ changed: @escaping (Double) -> Void) -> Widget {
        let slider = unsafe Widget(gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, 0, 1, 0.05))
        let range: UnsafeMutablePointer<GtkRange> = unsafe slider.pointer.cast()
        unsafe gtk_range_set_value(range, value)
        slider.setAccessibleName(name)
        slider.on("value-changed") { unsafe changed(gtk_range_get_value(range)) }
        return slider
    }

    /// A switch.
    static func toggle(name: String, _ isOn: Bool, _ changed: @escaping (Bool) -> Void) -> Widget {
        let toggle = unsafe Widget(gtk_switch_new())
        unsafe gtk_switch_set_active(toggle.opaque, isOn ? 1 : 0)
        toggle.setAccessibleName(name)
        toggle.onChange(of: "active") { unsafe changed(gtk_switch_get_active(toggle.opaque) != 0) }
        return toggle
    }

    /// A widget that comes and goes.
    static func revealer(_ child: Widget) -> Widget {
        let revealer = unsafe Widget(gtk_revealer_new())
        unsafe gtk_revealer_set_child(revealer.opaque, child.pointer)
        return revealer
    }

    func reveal(_ isShown: Bool) {
        guard unsafe (gtk_revealer_get_reveal_child(opaque) != 0) != isShown else { return }
        unsafe gtk_revealer_set_reveal_child(opaque, isShown ? 1 : 0)
    }

    /// A list of titles, one of which is chosen.
    static func list(_ titles: [String], name: String) -> Widget {
        let list = unsafe Widget(gtk_list_box_new())
        for title in titles {
            let label = Widget.label(title), row = unsafe Widget(gtk_list_box_row_new())
            label.setMargin(vertical: 8)
            unsafe gtk_list_box_row_set_child(
                row.pointer.cast(), label.pointer)
            row.setAccessibleName(title)
            unsafe gtk_list_box_append(list.opaque, row.pointer)
        }
        list.addClass("navigation-sidebar")
        list.setAccessibleName(name)
        return list
    }

    func selectRow(_ place: Int) {
        unsafe gtk_list_box_select_row(opaque, gtk_list_box_get_row_at_index(opaque, CInt(place)))
    }

    /// Calls `selected` with the place of the row on which the keyboard is, or that was chosen, and `chosen`
    /// when one is, also if it was selected before.
    func onRow(selected: @escaping (Int) -> Void, chosen: @escaping () -> Void) {
        on("selected-rows-changed") {
            guard let row = unsafe gtk_list_box_get_selected_row(opaque) else { return }
            unsafe selected(Int(gtk_list_box_row_get_index(row)))
        }
        onDetail("row-activated", chosen)
    }

    func setVisible(_ isVisible: Bool) { unsafe gtk_widget_set_visible(pointer, isVisible ? 1 : 0) }
}

/// Whether the desktop wants animations.
var desktopAnimates: Bool {
    guard let settings = unsafe gtk_settings_get_default() else { return true }
    var value = GValue()
    unsafe g_object_get_property(
        UnsafeMutableRawPointer(settings).assumingMemoryBound(to: GObject.self), "gtk-enable-animations",
        &value)
    defer { unsafe g_value_unset(&value) }
    return unsafe g_value_get_boolean(&value) != 0
}

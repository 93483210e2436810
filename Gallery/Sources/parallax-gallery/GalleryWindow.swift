import CAdwaita
import CGtk
import GTKGlue
import ParallaxGTK

/// The gallery's window: a list of pages, and the one that is shown.
final class GalleryWindow {
    let widget: Widget
    let pages: [Page]
    private(set) var shown = 0
    let meter = Meter()

    private let title = Widget.windowTitle("Parallax")
    private let hintText = Widget.label("", isCentred: true)
    private let hint: Widget
    private let leaflet = unsafe Widget(adw_leaflet_new())
    private let stack = unsafe Widget(gtk_stack_new())
    let list: Widget
    private lazy var bar = Widget.headerBar(title: title, start: [back], end: [menu, recentre])
    private let back = unsafe Widget(gtk_button_new_from_icon_name("go-previous-symbolic"))
    private var driver: ParallaxDriver { .shared }
    private(set) var line: MotionLine?
    private var rate = 0
    private var counted = 0

    /// With pages of its own. The application, if there is one, lasts as long as its window.
    init(application: UnsafeMutablePointer<GtkApplication>? = nil) throws(ParallaxSettingError) {
        adw_init()
        pages = try Page.all()
        widget = unsafe Widget(
            application == nil ? adw_window_new() : adw_application_window_new(application))
        list = .list(pages.map(\.title), name: "Pages")
        hint = .revealer(hintText)
        hintText.setMargin(10)
        unsafe gtk_window_set_title(window, "Parallax")
        addStyle(GalleryWindow.style)
        driver.reducesMotion = driver.reducesMotion || !desktopAnimates
        build()
        follow()
        show(0)
    }

    /// Without a shadow under text: GTK would blur that anew in each frame. Nor with the border that a window
    /// has where nobody draws its shadow, once it fills the screen.
    private static let style = """
        window.solid-csd.fullscreen { padding: 0; border: none; }
        .parallax-caption { color: white; }
        .parallax-night { background: #14152c; }
        .parallax-bare, .parallax-bare:hover, .parallax-bare:active { background: none; box-shadow: none; }
        """

    private var window: UnsafeMutablePointer<GtkWindow> {
        unsafe widget.pointer.cast()
    }

    /// Shows the window, so large.
    func present(width: Int = 960, height: Int = 640) {
        unsafe gtk_window_set_default_size(window, CInt(width), CInt(height))
        unsafe gtk_window_present(window)
    }

    private(set) var isOpen = true

    func close() { unsafe gtk_window_close(window) }

    /// Shows a page by its place.
    func show(_ place: Int) {
        guard pages.indices.contains(place) else { return }
        shown = place
        unsafe gtk_stack_set_visible_child(stack.opaque, pages[place].widget.pointer)
        title.setTitle(pages[place].title)
        list.selectRow(place)
    }
}

// How it is put together.
extension GalleryWindow {
    private func build() {
        for page in pages {
            page.widget.expand()
            unsafe gtk_stack_add_child(stack.opaque, page.widget.pointer)
        }
        meter.add(stack)
        meter.widget.expand()
        let scrolled = unsafe Widget(gtk_scrolled_window_new())
        unsafe gtk_scrolled_window_set_child(scrolled.opaque, list.pointer)
        unsafe gtk_scrolled_window_set_policy(scrolled.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        scrolled.expand()
        let sideBar = Widget.headerBar(title: .windowTitle("Parallax"))
        let side = Widget.column([sideBar, scrolled])
        unsafe gtk_widget_set_size_request(side.pointer, 200, -1)
        unsafe gtk_widget_set_hexpand(side.pointer, 0)
        let content = Widget.column([bar, hint, meter.widget])
        content.expand()
        unsafe gtk_widget_set_size_request(content.pointer, 320, -1)
        for part in [side, content] { unsafe adw_leaflet_append(leaflet.opaque, part.pointer) }
        unsafe adw_leaflet_set_can_navigate_back(leaflet.opaque, 1)
        unsafe adw_leaflet_set_visible_child(leaflet.opaque, content.pointer)
        back.setAccessibleName("Pages")
        back.on("clicked") { [leaflet] in
            unsafe adw_leaflet_navigate(leaflet.opaque, ADW_NAVIGATION_DIRECTION_BACK)
        }
        leaflet.onChange(of: "folded") { [weak self] in self?.fold(sideBar) }
        fold(sideBar)
        list.onRow(selected: { [weak self] in self?.show($0) }) { [leaflet] in
            unsafe adw_leaflet_navigate(leaflet.opaque, ADW_NAVIGATION_DIRECTION_FORWARD)
        }
        setContent(leaflet)
    }

    private func setContent(_ content: Widget) {
        if unsafe gtk_window_get_application(window) == nil {
            unsafe adw_window_set_content(widget.pointer.cast(), content.pointer)
        } else {
            unsafe adw_application_window_set_content(widget.pointer.cast(), content.pointer)
        }
    }

    /// On a narrow window there is either the list or a page.
    private func fold(_ sideBar: Widget) {
        let isFolded = unsafe adw_leaflet_get_folded(leaflet.opaque) != 0
        back.setVisible(isFolded)
        unsafe adw_header_bar_set_show_end_title_buttons(sideBar.opaque, isFolded ? 1 : 0)
        // What is narrow has no room for more than one of them.
        for bar in [sideBar, bar] {
            unsafe adw_header_bar_set_decoration_layout(bar.opaque, isFolded ? ":close" : nil)
        }
    }

    private var recentre: Widget {
        .iconButton("view-restore-symbolic", name: "Recentre (R)") { MotionManager.shared.recenter() }
    }

    private var menu: Widget {
        let strength = Widget.slider(name: "Strength", driver.strength) {
            ParallaxDriver.shared.strength = $0
        }
        let rest = Widget.toggle(name: "Reduce motion", driver.reducesMotion) {
            ParallaxDriver.shared.reducesMotion = $0
        }
        let label = Widget.label("Reduce motion")
        unsafe gtk_widget_set_hexpand(label.pointer, 1)
        let panel = Widget.column(
            [.label("Strength"), strength, .row([label, rest], spacing: 12)], spacing: 12, margin: 12)
        unsafe gtk_widget_set_size_request(panel.pointer, 220, -1)
        return .menuButton("open-menu-symbolic", name: "Settings", panel)
    }
}

// What it follows.
extension GalleryWindow {
    private func follow() {
        widget.onKey { [weak self] key, modifiers in self?.press(key, modifiers) ?? false }
        widget.onPointer { [weak self] x, y in self?.point(x, y) }
        driver.onState = { [weak self] _ in self?.update() }
        every(milliseconds: 1000) { [weak self] in self?.count() ?? false }
        widget.on("destroy") { [weak self] in self?.isOpen = false }
        update()
    }

    /// How many motions came in the last second; one more or less is no news.
    private func count() -> Bool {
        // The second in which the first one came is no whole one.
        let fresh = counted > 0 ? driver.motions - counted : 0
        counted = driver.motions
        if abs(fresh - rate) > 2 {
            rate = fresh
            update()
        }
        return true
    }

    private func update() {
        guard isOpen else { return }
        let state = MotionManager.shared.state
        let fresh = MotionLine(state, device: MotionManager.shared.deviceName, rate: rate)
        guard fresh != line else { return }
        line = fresh
        title.setSubtitle(fresh.subtitle)
        if let text = driver.failure ?? fresh.hint { hintText.setText(text) }
        hintText.setTooltip(fresh.detail)
        hint.reveal(fresh.hint != nil)
        if !fresh.followsPointer { driver.substitute = nil }
    }

    /// From edge to edge of the window the pointer goes as far as the effects do.
    private func point(_ x: Double, _ y: Double) {
        guard line?.followsPointer == true else { return }
        let (width, height) = widget.size
        let offset = ViewerOffset(
            x: 2 * x / Double(max(1, width)) - 1, y: 2 * y / Double(max(1, height)) - 1)
        driver.substitute = ParallaxPose(turnedBy: offset)
    }

    private func press(_ key: UInt32, _ modifiers: GdkModifierType) -> Bool {
        let isControl = modifiers.rawValue & GDK_CONTROL_MASK.rawValue != 0
        switch Int32(key) {
        case GDK_KEY_q where isControl: close()
        case GDK_KEY_r where !isControl: MotionManager.shared.recenter()
        case GDK_KEY_F11:
            if unsafe gtk_window_is_fullscreen(window) != 0 {
                unsafe gtk_window_unfullscreen(window)
            } else {
                unsafe gtk_window_fullscreen(window)
            }
        case GDK_KEY_Page_Up where isControl: show(shown - 1)
        case GDK_KEY_Page_Down where isControl: show(shown + 1)
        default: return false
        }
        return true
    }
}

extension ParallaxPose {
    /// As if the device were turned, by 20 degrees at most.
    init(turnedBy offset: ViewerOffset) {
        self.init(viewerOffset: offset, pitch: offset.y * 0.35, roll: offset.x * 0.35)
    }
}

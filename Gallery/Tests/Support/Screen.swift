import CGtk
import Foundation
package import GTKGlue
import Testing

/// A display of its own that nobody sees, for all tests of a process.
package final class Screen {
    package static let shared = Result { try Screen() }
    /// Where a daemon is looked for; there is none unless a test starts one.
    nonisolated package static let socket = folder + "/parallaxd.sock"
    nonisolated package static let folder = FileManager.default.temporaryDirectory.appending(
        path: "plx-gallery-\(ProcessInfo.processInfo.processIdentifier)"
    ).path

    private let server = Process()
    private let windowManager = Process()

    private init() throws {
        try FileManager.default.createDirectory(atPath: Screen.folder, withIntermediateDirectories: false)
        atexit(removeFolder)
        let numbers = Pipe()
        server.executableURL = URL(filePath: "/usr/bin/setpriv")
        server.arguments = [
            "--pdeathsig", "KILL", "/usr/bin/Xvfb", "-displayfd", "1", "-screen", "0", "1920x1200x24",
            "-noreset",
        ]
        server.standardOutput = numbers
        server.standardError = FileHandle.nullDevice
        try server.run()
        var number = ""
        while !number.contains("\n") {
            let arrived = numbers.fileHandleForReading.availableData
            try #require(!arrived.isEmpty, "Xvfb does not start")
            number += String(decoding: arrived, as: UTF8.self)
        }
        for (name, value) in Screen.environment(display: ":" + number.trimmingCharacters(in: .newlines)) {
            setenv(name, value, 1)
        }
        try manageWindows()
        try #require(gtk_init_check() != 0, "GTK has no display")
        // What GTK complains of is a fault of ours.
        g_log_set_always_fatal(
            GLogLevelFlags(rawValue: G_LOG_LEVEL_CRITICAL.rawValue | G_LOG_LEVEL_ERROR.rawValue))
        try pinFont()
    }

    /// Has windows moved, resized and made as large as the screen as on a desktop; GTK asks once who does it.
    private func manageWindows() throws {
        windowManager.executableURL = URL(filePath: "/usr/bin/setpriv")
        windowManager.arguments = ["--pdeathsig", "KILL", "/usr/bin/evilwm", "-bw", "0", "-fn", "fixed"]
        windowManager.standardError = FileHandle.nullDevice
        try windowManager.run()
        try wait("evilwm does not start") { try tool("xdotool", ["get_desktop"]) == 0 }
    }

    private func pinFont() throws {
        let settings = try #require(gtk_settings_get_default())
        var font = GValue()
        g_value_init(&font, plx_type_string)
        g_value_set_string(&font, "DejaVu Sans 10")
        g_object_set_property(
            UnsafeMutableRawPointer(settings).assumingMemoryBound(to: GObject.self), "gtk-font-name", &font)
        g_value_unset(&font)
    }

    /// The same picture on every machine.
    private static func environment(display: String) -> [String: String] {
        [
            "DISPLAY": display, "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo", "GTK_A11Y": "none",
            "GSETTINGS_BACKEND": "memory", "GDK_SCALE": "1",
            "XDG_CONFIG_HOME": "/proc/none", "LANG": "C.UTF-8", "PARALLAX_REDUCE_MOTION": "0",
            "PARALLAXD_SOCKET": socket,
        ]
    }
}

/// Runs a program without its output, and GLib's loop meanwhile; returns its exit status.
package func tool(
    _ name: String, _ words: [String], _ variables: [String: String] = [:], seconds: Double = 20
) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/" + name)
    process.arguments = words
    process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    try wait("\(name) does not end", seconds: seconds) { !process.isRunning }
    return process.terminationStatus
}

/// At the end of the process, which may come on any thread.
nonisolated private func removeFolder() {
    do { try FileManager.default.removeItem(atPath: Screen.folder) } catch { print(error) }
}

/// A window with one widget in it.
package final class TestWindow {
    package let widget: Widget

    package init(_ child: Widget, width: Int, height: Int) throws {
        _ = try Screen.shared.get()
        widget = Widget(gtk_window_new())
        widget.addClass("bare")
        let window: UnsafeMutablePointer<GtkWindow> = widget.pointer.cast()
        gtk_window_set_decorated(window, 0)
        gtk_window_set_default_size(window, CInt(width), CInt(height))
        gtk_window_set_child(window, child.pointer)
        gtk_window_present(window)
        try wait("the window is not shown") { [widget] in widget.size.width >= width && widget.isMapped }
        try settle()
    }

    isolated deinit { destroy(widget) }

    package func picture() throws -> Screenshot {
        try #require(Screenshot(of: widget), "the window was not drawn")
    }
}

/// Ends a window at once.
package func destroy(_ window: Widget) {
    gtk_window_destroy(window.pointer.cast())
    while g_main_context_iteration(nil, 0) != 0 {}
}

/// Runs GLib's loop until something is so.
package func wait(
    _ complaint: @autoclosure () -> String, seconds: Double = 20, until isSo: () throws -> Bool
) throws {
    let deadline = Date(timeIntervalSinceNow: seconds)
    while try !isSo() {
        try #require(Date() < deadline, "\(complaint())")
        run(seconds: 0.005)
    }
}

/// Runs GLib's loop for a while.
package func run(seconds: Double) {
    let deadline = Date(timeIntervalSinceNow: seconds)
    every(milliseconds: Int((seconds * 1000).rounded(.up))) { false }
    repeat { g_main_context_iteration(nil, 1) } while Date() < deadline
}

/// Runs GLib's loop until what was queued is drawn in the one window that is shown.
package func settle() throws {
    let windows = gtk_window_get_toplevels()
    let window = try #require(g_list_model_get_item(windows, 0), "there is no window")
    defer { g_object_unref(window) }
    var frames = 0
    // What is queued before a frame, or by another's tick, is laid out and drawn in that frame.
    Widget(window.assumingMemoryBound(to: GtkWidget.self)).addTick { _ in
        frames += 1
        return frames < 4
    }
    try wait("no frames are drawn") { frames == 4 }
}

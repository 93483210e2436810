import CGtk
import Foundation
package import GTKGlue
import Testing

/// A display of its own that nobody sees, for all tests of a process.
package final class Screen {
    package static let shared = Result { try Screen() }

    private let server = Process()

    private init() throws {
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
        try #require(gtk_init_check() != 0, "GTK has no display")
        try pinFont()
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
            "PARALLAXD_SOCKET": "/proc/none/parallaxd.sock",
        ]
    }
}

/// A window with one widget in it.
package final class TestWindow {
    package let widget: Widget

    package init(_ child: Widget, width: Int, height: Int) throws {
        _ = try Screen.shared.get()
        widget = Widget(gtk_window_new())
        let window = UnsafeMutableRawPointer(widget.pointer).assumingMemoryBound(to: GtkWindow.self)
        gtk_window_set_decorated(window, 0)
        gtk_window_set_default_size(window, CInt(width), CInt(height))
        gtk_window_set_child(window, child.pointer)
        gtk_window_present(window)
        try wait("the window is not shown") { [widget] in widget.size.width >= width && widget.isMapped }
        settle()
    }

    isolated deinit {
        gtk_window_destroy(UnsafeMutableRawPointer(widget.pointer).assumingMemoryBound(to: GtkWindow.self))
        while g_main_context_iteration(nil, 0) != 0 {}
    }

    package func picture() throws -> Screenshot {
        try #require(Screenshot(of: widget), "the window was not drawn")
    }
}

/// Runs GLib's loop until something is so.
package func wait(
    _ complaint: String, seconds: Double = 20, until isSo: () throws -> Bool
) throws {
    let deadline = Date(timeIntervalSinceNow: seconds)
    while try !isSo() {
        try #require(Date() < deadline, "\(complaint)")
        run(seconds: 0.005)
    }
}

/// Runs GLib's loop for a while.
package func run(seconds: Double) {
    let deadline = Date(timeIntervalSinceNow: seconds)
    every(milliseconds: Int((seconds * 1000).rounded(.up))) { false }
    repeat { g_main_context_iteration(nil, 1) } while Date() < deadline
}

/// Runs GLib's loop until what was queued is drawn.
package func settle() { run(seconds: 0.12) }

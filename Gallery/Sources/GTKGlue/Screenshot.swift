import CGtk

/// What a window shows, drawn by its own renderer.
@MainActor @safe public final class Screenshot {
    public let width, height: Int
    /// Pixel by pixel from the upper left: blue, green, red, alpha.
    public let pixels: [UInt8]
    private let texture: OpaquePointer

    /// Of a widget with a window of its own; nil before that has been drawn.
    public init?(of window: Widget) {
        let paintable = unsafe gtk_widget_paintable_new(window.pointer)
        let snapshot = unsafe gtk_snapshot_new()
        // With the border that GTK draws around it, where it does.
        let width = unsafe Int(gdk_paintable_get_intrinsic_width(paintable))
        let height = unsafe Int(gdk_paintable_get_intrinsic_height(paintable))
        unsafe gdk_paintable_snapshot(paintable, snapshot, Double(width), Double(height))
        unsafe g_object_unref(UnsafeMutableRawPointer(paintable))
        guard let node = unsafe gtk_snapshot_free_to_node(snapshot),
            let native = unsafe gtk_widget_get_native(window.pointer),
            let renderer = unsafe gtk_native_get_renderer(native)
        else { return nil }
        var bounds = graphene_rect_t(width: width, height: height)
        let texture = unsafe gsk_renderer_render_texture(renderer, node, &bounds)
        unsafe gsk_render_node_unref(node)
        guard let texture = unsafe texture else { return nil }
        var pixels = [UInt8](repeating: 0, count: 4 * width * height)
        unsafe pixels.withUnsafeMutableBufferPointer {
            unsafe gdk_texture_download(texture, $0.baseAddress, gsize(4 * width))
        }
        unsafe self.texture = texture
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    isolated deinit { unsafe g_object_unref(UnsafeMutableRawPointer(texture)) }

    /// Writes it as PNG; returns whether that worked.
    public func write(to path: String) -> Bool { unsafe gdk_texture_save_to_png(texture, path) != 0 }

    /// Red, green and blue of a pixel, as 0xRRGGBB.
    public func colour(x: Int, y: Int) -> UInt32 {
        let start = 4 * (y * width + x)
        return UInt32(pixels[start + 2]) << 16 | UInt32(pixels[start + 1]) << 8 | UInt32(pixels[start])
    }
}

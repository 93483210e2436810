public import CGtk

/// A picture painted once.
@MainActor @safe public final class Picture {
    public let width, height, scale: Int
    private let surface: OpaquePointer
    private var texture: OpaquePointer?

    /// Paints `width` × `height` points at so many pixels a point, then blurs by a radius in points.
    ///
    /// What is blurred stays opaque up to its edges, as if it went on beyond them.
    public init(width: Int, height: Int, scale: Int = 1, blur: Double = 0, _ paint: (Canvas) -> Void) {
        self.width = width
        self.height = height
        self.scale = scale
        unsafe surface = Picture.surface(width: width, height: height, scale: scale)
        unsafe Picture.draw(on: surface) {
            unsafe paint(Canvas($0, width: Double(width), height: Double(height)))
        }
        if blur > 0 { soften(by: blur) }
    }

    isolated deinit {
        unsafe cairo_surface_destroy(surface)
        if let texture = unsafe texture { unsafe g_object_unref(UnsafeMutableRawPointer(texture)) }
    }

    private static func surface(width: Int, height: Int, scale: Int) -> OpaquePointer {
        let made = unsafe cairo_image_surface_create(
            CAIRO_FORMAT_ARGB32, CInt(max(1, width * scale)), CInt(max(1, height * scale)))
        guard let made = unsafe made else { preconditionFailure("cairo makes no surface") }
        unsafe cairo_surface_set_device_scale(made, Double(scale), Double(scale))
        return unsafe made
    }

    private static func draw(on surface: OpaquePointer, _ body: (OpaquePointer) -> Void) {
        guard let canvas = unsafe cairo_create(surface) else { return }
        unsafe body(canvas)
        unsafe cairo_destroy(canvas)
    }

    private func soften(by radius: Double) {
        let margin = Float((2 * radius).rounded(.up))
        var bounds = graphene_rect_t(
            origin: graphene_point_t(x: -margin, y: -margin),
            size: graphene_size_t(width: Float(width) + 2 * margin, height: Float(height) + 2 * margin))
        let sharp = unsafe gsk_cairo_node_new(&bounds)
        guard let canvas = unsafe gsk_cairo_node_get_draw_context(sharp) else { return }
        unsafe cairo_set_source_surface(canvas, surface, 0, 0)
        unsafe cairo_pattern_set_extend(cairo_get_source(canvas), CAIRO_EXTEND_PAD)
        unsafe cairo_paint(canvas)
        unsafe cairo_destroy(canvas)
        let blurred = unsafe gsk_blur_node_new(sharp, Float(radius))
        unsafe Picture.draw(on: surface) { canvas in
            unsafe cairo_set_operator(canvas, CAIRO_OPERATOR_CLEAR)
            unsafe cairo_paint(canvas)
            unsafe cairo_set_operator(canvas, CAIRO_OPERATOR_OVER)
            unsafe gsk_render_node_draw(blurred, canvas)
        }
        unsafe gsk_render_node_unref(blurred)
        unsafe gsk_render_node_unref(sharp)
    }

    /// Draws it at its own size, but for what is hidden anyway. A software renderer gets no texture: it would
    /// convert that in every frame.
    func append(to snapshot: Snapshot, isSoftware: Bool, hidden: Margins? = nil) {
        var bounds = graphene_rect_t(width: width, height: height)
        guard isSoftware else {
            return unsafe gtk_snapshot_append_texture(snapshot.pointer, madeTexture(), &bounds)
        }
        let canvas = unsafe gtk_snapshot_append_cairo(snapshot.pointer, &bounds)
        unsafe cairo_set_source_surface(canvas, surface, 0, 0)
        if let hidden {
            let (width, height) = (Double(width), Double(height))
            let low = height - hidden.bottom
            unsafe cairo_rectangle(canvas, 0, 0, width, hidden.top)
            unsafe cairo_rectangle(canvas, 0, hidden.top, hidden.left, low - hidden.top)
            unsafe cairo_rectangle(canvas, width - hidden.right, hidden.top, hidden.right, low - hidden.top)
            unsafe cairo_rectangle(canvas, 0, low, width, hidden.bottom)
            unsafe cairo_fill(canvas)
        } else {
            unsafe cairo_paint(canvas)
        }
        unsafe cairo_destroy(canvas)
    }

    private func madeTexture() -> OpaquePointer? {
        if unsafe texture == nil {
            let stride = unsafe Int(cairo_image_surface_get_stride(surface))
            let pixels = unsafe g_bytes_new(
                cairo_image_surface_get_data(surface),
                gsize(stride) * gsize(cairo_image_surface_get_height(surface)))
            unsafe texture = gdk_memory_texture_new(
                cairo_image_surface_get_width(surface), cairo_image_surface_get_height(surface),
                GDK_MEMORY_B8G8R8A8_PREMULTIPLIED, pixels, gsize(stride))
            unsafe g_bytes_unref(pixels)
        }
        return unsafe texture
    }
}

/// How far something is from each edge, in points.
public struct Margins: Hashable {
    public var left, top, right, bottom: Double

    public init(left: Double, top: Double, right: Double, bottom: Double) {
        self.left = left
        self.top = top
        self.right = right
        self.bottom = bottom
    }
}

/// A widget that shows a picture painted by code, once for each size.
public final class PictureView: WidgetBody {
    private let paint: (Canvas) -> Void
    private let blur: Double
    private let wanted: (width: Int, height: Int)
    private let hidden: Margins?
    private var picture: Picture?
    private var isSoftware = true

    /// As large as there is room, but wants `width` × `height`. What is within the margins of `hidden` is
    /// covered by something else, and need not be drawn.
    public init(
        width: Int = 0, height: Int = 0, blur: Double = 0, hidden: Margins? = nil,
        role: GtkAccessibleRole = GTK_ACCESSIBLE_ROLE_PRESENTATION,
        _ paint: @escaping (Canvas) -> Void
    ) {
        self.paint = paint
        self.blur = blur
        self.hidden = hidden
        wanted = (width, height)
        super.init(role: role)
    }

    public override func measure(_ axis: GtkOrientation, other: Int) -> (minimum: Int, natural: Int) {
        let size = axis == GTK_ORIENTATION_HORIZONTAL ? wanted.width : wanted.height
        return (size, size)
    }

    public override func snapshot(_ snapshot: Snapshot) {
        let (width, height) = widget.size
        guard width > 0, height > 0 else { return }
        let scale = widget.scale
        if picture?.width != width || picture?.height != height || picture?.scale != scale {
            picture = Picture(width: width, height: height, scale: scale, blur: blur, paint)
            isSoftware = widget.isDrawnInSoftware
        }
        picture?.append(to: snapshot, isSoftware: isSoftware, hidden: hidden)
    }
}

extension Widget {
    /// Whether its window's renderer is cairo's.
    var isDrawnInSoftware: Bool {
        guard let native = unsafe gtk_widget_get_native(pointer),
            let renderer = unsafe gtk_native_get_renderer(native)
        else { return true }
        return unsafe String(cString: g_type_name_from_instance(UnsafeMutablePointer(renderer)))
            == "GskCairoRenderer"
    }
}

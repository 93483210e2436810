import CGtk

/// What a widget draws into; good for the call that it is passed to.
@safe public struct Snapshot {
    let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) { unsafe self.pointer = pointer }

    /// Draws a child of `body` as it drew itself last, if nothing about it changed.
    public func draw(_ child: Widget, of body: WidgetBody, opacity: Double = 1) {
        guard opacity > 0 else { return }
        if opacity < 1 { unsafe gtk_snapshot_push_opacity(pointer, opacity) }
        unsafe gtk_widget_snapshot_child(body.widget.pointer, child.pointer, pointer)
        if opacity < 1 { unsafe gtk_snapshot_pop(pointer) }
    }

    /// Draws within rounded corners only.
    public func clipped(width: Int, height: Int, cornerRadius: Double, _ body: () -> Void) {
        var bounds = graphene_rect_t(width: width, height: height)
        var rounded = GskRoundedRect()
        unsafe gsk_rounded_rect_init_from_rect(&rounded, &bounds, Float(cornerRadius))
        unsafe gtk_snapshot_push_rounded_clip(pointer, &rounded)
        body()
        unsafe gtk_snapshot_pop(pointer)
    }
}

extension graphene_rect_t {
    /// From the upper left corner on.
    init(width: Int, height: Int) {
        self.init(
            origin: graphene_point_t(x: 0, y: 0),
            size: graphene_size_t(width: Float(width), height: Float(height)))
    }
}

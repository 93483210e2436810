import CGtk

/// A colour, each part 0…1.
public struct Colour: Hashable {
    public var red, green, blue, alpha: Double

    public init(_ red: Double, _ green: Double, _ blue: Double, alpha: Double = 1) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    /// By six hexadecimal digits, as 0xRRGGBB.
    public init(hex: UInt32, alpha: Double = 1) {
        self.init(
            Double(hex >> 16 & 0xff) / 255, Double(hex >> 8 & 0xff) / 255, Double(hex & 0xff) / 255,
            alpha: alpha)
    }

    /// On the way to another colour, 0…1.
    public func mixed(with other: Colour, _ share: Double) -> Colour {
        func mix(_ from: Double, _ to: Double) -> Double { from + (to - from) * share }
        return Colour(
            mix(red, other.red), mix(green, other.green), mix(blue, other.blue),
            alpha: mix(alpha, other.alpha))
    }
}

/// What pictures are painted on: points, x to the right, y downwards. Good for the call that it is passed to.
@safe public struct Canvas {
    let pointer: OpaquePointer
    public let width, height: Double

    init(_ pointer: OpaquePointer, width: Double, height: Double) {
        unsafe self.pointer = pointer
        self.width = width
        self.height = height
    }

    /// Fills the whole canvas from top to bottom, with colours at even distances.
    public func fill(_ colours: [Colour]) {
        rectangle(x: 0, y: 0, width: width, height: height)
        paint(colours, from: (0, 0), to: (0, height))
    }

    /// Adds a rectangle to the path.
    public func rectangle(x: Double, y: Double, width: Double, height: Double, radius: Double = 0) {
        guard radius > 0 else { return unsafe cairo_rectangle(pointer, x, y, width, height) }
        unsafe cairo_new_sub_path(pointer)
        for corner in 0..<4 {
            let isRight = corner == 0 || corner == 1
            let isLow = corner == 1 || corner == 2
            unsafe cairo_arc(
                pointer, isRight ? x + width - radius : x + radius, isLow ? y + height - radius : y + radius,
                radius, Double(corner - 1) * .pi / 2, Double(corner) * .pi / 2)
        }
        unsafe cairo_close_path(pointer)
    }

    /// Adds an ellipse to the path.
    public func ellipse(x: Double, y: Double, radiusX: Double, radiusY: Double) {
        unsafe cairo_save(pointer)
        unsafe cairo_translate(pointer, x, y)
        unsafe cairo_scale(pointer, radiusX, radiusY)
        unsafe cairo_new_sub_path(pointer)
        unsafe cairo_arc(pointer, 0, 0, 1, 0, 2 * .pi)
        unsafe cairo_restore(pointer)
    }

    /// Adds a shape with these corners to the path.
    public func polygon(_ corners: [(x: Double, y: Double)]) {
        for (place, corner) in corners.enumerated() {
            if place == 0 {
                unsafe cairo_move_to(pointer, corner.x, corner.y)
            } else {
                unsafe cairo_line_to(pointer, corner.x, corner.y)
            }
        }
        unsafe cairo_close_path(pointer)
    }

    /// Fills the path and forgets it.
    public func paint(_ colour: Colour) {
        unsafe cairo_set_source_rgba(pointer, colour.red, colour.green, colour.blue, colour.alpha)
        unsafe cairo_fill(pointer)
    }

    /// Fills the path with colours along a line, at even distances, and forgets it.
    public func paint(
        _ colours: [Colour], from start: (x: Double, y: Double), to end: (x: Double, y: Double)
    ) {
        unsafe fill(with: unsafe cairo_pattern_create_linear(start.x, start.y, end.x, end.y), colours)
    }

    /// Fills the path with colours outwards from a point, at even distances, and forgets it.
    public func paint(_ colours: [Colour], around centre: (x: Double, y: Double), radius: Double) {
        unsafe fill(
            with: unsafe cairo_pattern_create_radial(centre.x, centre.y, 0, centre.x, centre.y, radius),
            colours)
    }

    private func fill(with pattern: OpaquePointer?, _ colours: [Colour]) {
        let last = Double(max(1, colours.count - 1))
        for (place, colour) in colours.enumerated() {
            unsafe cairo_pattern_add_color_stop_rgba(
                pattern, Double(place) / last, colour.red, colour.green, colour.blue, colour.alpha)
        }
        unsafe cairo_set_source(pointer, pattern)
        unsafe cairo_fill(pointer)
        unsafe cairo_pattern_destroy(pattern)
    }
}

import GTKGlue

/// The pictures of the landscape, from the one farthest behind to the one in front.
enum Landscape {
    static func sky(_ canvas: Canvas) {
        canvas.fill([
            Colour(hex: 0x1b2350), Colour(hex: 0x54418a), Colour(hex: 0xc46a8b), Colour(hex: 0xf7b27a),
            Colour(hex: 0xfbe3a8),
        ])
        canvas.stars(90, below: 0.45, seed: 3)
        canvas.sun(
            x: canvas.width * 0.62, y: canvas.height * 0.52, radius: canvas.height * 0.055,
            Colour(hex: 0xfff3cf))
    }

    static func peaks(_ canvas: Canvas) {
        canvas.ridge(
            top: 0.34, base: 0.62, width: canvas.height * 0.9, steepness: 0.85, seed: 7,
            [Colour(hex: 0x8a6a9e), Colour(hex: 0xb98aa0)])
    }

    static func mountains(_ canvas: Canvas) {
        canvas.ridge(
            top: 0.46, base: 0.72, width: canvas.height * 0.7, steepness: 0.7, seed: 11,
            [Colour(hex: 0x5d4d83), Colour(hex: 0x7d6390)])
    }

    static func hills(_ canvas: Canvas) {
        canvas.ridge(
            top: 0.6, base: 0.8, width: canvas.height * 0.8, steepness: 0.1, seed: 5,
            [Colour(hex: 0x3f3a6b), Colour(hex: 0x4c4470)])
    }

    static func forest(_ canvas: Canvas) {
        canvas.ridge(
            top: 0.76, base: 0.88, width: canvas.height, steepness: 0, seed: 23,
            [Colour(hex: 0x27284e), Colour(hex: 0x232345)])
        pines(canvas, at: 0.82...0.92, height: 0.1...0.2, every: 0.07, Colour(hex: 0x25264a), seed: 31)
    }

    static func foreground(_ canvas: Canvas) {
        canvas.ridge(
            top: 0.9, base: 0.98, width: canvas.height * 1.3, steepness: 0, seed: 41,
            [Colour(hex: 0x14152c), Colour(hex: 0x0c0d1e)])
        pines(canvas, at: 0.96...1, height: 0.26...0.44, every: 0.3, Colour(hex: 0x12132a), seed: 47)
    }

    private static func pines(
        _ canvas: Canvas, at ground: ClosedRange<Double>, height: ClosedRange<Double>, every: Double,
        _ colour: Colour, seed: UInt64
    ) {
        var chance = Chance(seed)
        let step = canvas.height * every
        for place in stride(from: 0, to: canvas.width + step, by: step) {
            canvas.pine(
                x: place + chance.next(-0.4...0.4) * step, y: canvas.height * chance.next(ground),
                height: canvas.height * chance.next(height), colour)
        }
    }
}

/// The tall picture behind the text.
enum Valley {
    /// Where its ridges begin, as shares of the height, and their colours.
    private static let ridges: [(top: Double, steepness: Double, colour: UInt32)] = [
        (0.1, 0.9, 0x8d86c9), (0.22, 0.8, 0x6f6ab3), (0.36, 0.6, 0x4f7f9e), (0.5, 0.4, 0x3f8f86),
        (0.64, 0.2, 0x3c8a5c), (0.78, 0, 0x2f6b43), (0.9, 0, 0x1f4a35),
    ]

    static func paint(_ canvas: Canvas) {
        canvas.fill([Colour(hex: 0x243a73), Colour(hex: 0xe8a0a0), Colour(hex: 0xfbe3b8)])
        canvas.sun(
            x: canvas.width * 0.75, y: canvas.height * 0.08, radius: canvas.width * 0.07,
            Colour(hex: 0xfff4d6))
        for (place, ridge) in ridges.enumerated() {
            let colour = Colour(hex: ridge.colour)
            let width = canvas.width * (0.5 + 0.1 * Double(place % 3))
            canvas.ridge(
                top: ridge.top, base: ridge.top + 0.12, width: width, steepness: ridge.steepness,
                seed: UInt64(101 + place), [colour, colour.mixed(with: Colour(hex: 0xf0d8c8), 0.5)])
        }
    }
}

/// The picture at the head of the page with a header.
enum Sea {
    static func paint(_ canvas: Canvas) {
        canvas.fill([Colour(hex: 0x2a4d8f), Colour(hex: 0x7fb2d9), Colour(hex: 0xfbe2b4)])
        let horizon = canvas.height * 0.62
        canvas.sun(
            x: canvas.width * 0.7, y: horizon * 0.8, radius: canvas.height * 0.07, Colour(hex: 0xfffbe6))
        canvas.ridge(
            top: 0.4, base: 0.66, width: canvas.height * 1.4, steepness: 0.6, seed: 13,
            [Colour(hex: 0x5c7fa8), Colour(hex: 0x8fb0c8)])
        canvas.rectangle(x: 0, y: horizon, width: canvas.width, height: canvas.height - horizon)
        canvas.paint(
            [Colour(hex: 0x8fc7d4), Colour(hex: 0x1f6f8b), Colour(hex: 0x0e3d5c)], from: (0, horizon),
            to: (0, canvas.height))
        var chance = Chance(17)
        for _ in 0..<160 {
            let depth = chance.next()
            let y = horizon + (canvas.height - horizon) * depth * depth
            let length = canvas.height * (0.02 + 0.16 * depth)
            canvas.rectangle(
                x: chance.next(-0.1...1) * canvas.width, y: y, width: length, height: 0.6 + 1.8 * depth,
                radius: 0.3)
            canvas.paint(Colour(1, 1, 1, alpha: chance.next(0.08...0.35)))
        }
    }
}

import GTKGlue

/// The pictures on the cards, by the cards' names for them.
enum Cities {
    static func paint(_ name: String, _ canvas: Canvas) {
        switch name {
        case "mumbai": mumbai(canvas)
        case "new-york": newYork(canvas)
        case "london": london(canvas)
        case "alaska": alaska(canvas)
        default: paris(canvas)
        }
    }

    /// Houses from edge to edge, some with lit windows.
    private static func houses(
        _ canvas: Canvas, height: ClosedRange<Double>, width: ClosedRange<Double>, _ colour: Colour,
        lit: Double,
        seed: UInt64
    ) {
        var chance = Chance(seed)
        var x = -10.0
        while x < canvas.width {
            let wide = canvas.height * chance.next(width)
            let high = canvas.height * chance.next(height)
            let top = canvas.height - high
            canvas.rectangle(x: x, y: top, width: wide, height: high)
            canvas.paint(colour.mixed(with: Colour(0, 0, 0), chance.next(0...0.2)))
            let pane = canvas.height * 0.012
            for row in stride(from: top + 2 * pane, to: canvas.height, by: 3 * pane) {
                for column in stride(from: x + 1.5 * pane, to: x + wide - 2 * pane, by: 3 * pane)
                where chance.next() < lit {
                    canvas.rectangle(x: column, y: row, width: pane, height: 1.4 * pane)
                    canvas.paint(Colour(1, 0.9, 0.6, alpha: 0.8))
                }
            }
            x += wide + canvas.height * chance.next(0...0.02)
        }
    }

    private static func mumbai(_ canvas: Canvas) {
        let (middle, height) = (canvas.width / 2, canvas.height)
        canvas.fill([Colour(hex: 0xf08a4b), Colour(hex: 0xf7c07a), Colour(hex: 0xfbe6c2)])
        canvas.sun(x: middle + height * 0.3, y: height * 0.3, radius: height * 0.08, Colour(hex: 0xfff2d0))
        houses(
            canvas, height: 0.12...0.3, width: 0.06...0.12, Colour(hex: 0xc98a6a), lit: 0.1, seed: 71)
        let stone = Colour(hex: 0x9c6b45)
        for (left, wide, top) in [(-0.26, 0.14, 0.42), (0.12, 0.14, 0.42), (-0.14, 0.28, 0.36)] {
            canvas.rectangle(
                x: middle + height * left, y: height * top, width: height * wide, height: height * (1 - top))
            canvas.paint(stone.mixed(with: Colour(0, 0, 0), left == -0.14 ? 0 : 0.12))
        }
        for left in [-0.28, -0.17, 0.12, 0.23] {
            canvas.ellipse(
                x: middle + height * (left + 0.025), y: height * 0.37, radiusX: height * 0.032,
                radiusY: height * 0.05)
            canvas.paint(stone.mixed(with: Colour(1, 1, 1), 0.15))
        }
        canvas.rectangle(
            x: middle - height * 0.08, y: height * 0.5, width: height * 0.16, height: height * 0.6,
            radius: height * 0.08)
        canvas.paint(Colour(hex: 0xf3cf98))
    }

    private static func newYork(_ canvas: Canvas) {
        let (middle, height) = (canvas.width / 2, canvas.height)
        canvas.fill([Colour(hex: 0x141a3c), Colour(hex: 0x3a3f7a), Colour(hex: 0xd07a72)])
        canvas.stars(70, below: 0.4, seed: 5)
        houses(canvas, height: 0.3...0.62, width: 0.08...0.16, Colour(hex: 0x3a3d66), lit: 0.25, seed: 81)
        let steel = Colour(hex: 0x232647)
        for (half, top) in [(0.075, 0.42), (0.055, 0.3), (0.035, 0.24), (0.006, 0.1)] {
            canvas.rectangle(
                x: middle - height * half, y: height * top, width: 2 * height * half,
                height: height * (1 - top))
            canvas.paint(steel)
        }
        houses(canvas, height: 0.15...0.4, width: 0.07...0.14, Colour(hex: 0x191b38), lit: 0.4, seed: 83)
    }

    private static func london(_ canvas: Canvas) {
        let (middle, height) = (canvas.width / 2, canvas.height)
        canvas.fill([Colour(hex: 0x7d93a8), Colour(hex: 0xb8c4cc), Colour(hex: 0xe3ddd0)])
        houses(canvas, height: 0.2...0.34, width: 0.1...0.2, Colour(hex: 0x8b8f94), lit: 0.12, seed: 91)
        let stone = Colour(hex: 0xa58a5f)
        canvas.rectangle(
            x: middle - height * 0.06, y: height * 0.3, width: height * 0.12, height: height * 0.8)
        canvas.paint([stone, Colour(hex: 0x7d6745)], from: (0, height * 0.3), to: (0, height))
        canvas.polygon([
            (middle - height * 0.065, height * 0.3), (middle, height * 0.1),
            (middle + height * 0.065, height * 0.3),
        ])
        canvas.paint(Colour(hex: 0x4e5a55))
        canvas.ellipse(x: middle, y: height * 0.38, radiusX: height * 0.046, radiusY: height * 0.046)
        canvas.paint(Colour(hex: 0xf6f0dc))
        canvas.polygon([
            (middle - 2, height * 0.38), (middle, height * 0.345), (middle + 2, height * 0.38),
            (middle + height * 0.026, height * 0.395), (middle, height * 0.388),
        ])
        canvas.paint(Colour(hex: 0x22252a))
        canvas.rectangle(x: 0, y: height * 0.76, width: canvas.width, height: height * 0.05)
        canvas.paint(Colour(hex: 0x6f5f4a))
        canvas.rectangle(x: 0, y: height * 0.88, width: canvas.width, height: height * 0.12)
        canvas.paint(
            [Colour(hex: 0x6e8796), Colour(hex: 0x3c5160)], from: (0, height * 0.88), to: (0, height))
    }

    private static func alaska(_ canvas: Canvas) {
        let height = canvas.height
        canvas.fill([Colour(hex: 0x06142e), Colour(hex: 0x0f3a4a), Colour(hex: 0x3c7d74)])
        canvas.stars(120, below: 0.6, seed: 9)
        for (place, colour) in [(0.15, UInt32(0x52f0a8)), (0.3, 0x7df2c8), (0.5, 0x8a7df0)] {
            canvas.polygon([
                (canvas.width * place, height * 0.1), (canvas.width * (place + 0.3), height * 0.02),
                (canvas.width * (place + 0.42), height * 0.5), (canvas.width * (place + 0.05), height * 0.56),
            ])
            canvas.paint(
                [
                    Colour(hex: colour, alpha: 0), Colour(hex: colour, alpha: 0.3),
                    Colour(hex: colour, alpha: 0),
                ],
                from: (0, height * 0.02), to: (0, height * 0.56))
        }
        canvas.ridge(
            top: 0.3, base: 0.66, width: height * 0.9, steepness: 0.95, seed: 15,
            [Colour(hex: 0xe8f1f5), Colour(hex: 0x7a97ab), Colour(hex: 0x3b566b)])
        canvas.ridge(
            top: 0.72, base: 0.86, width: height * 0.8, steepness: 0, seed: 19,
            [Colour(hex: 0x16324a), Colour(hex: 0x0b1c2e)])
        var chance = Chance(21)
        for x in stride(from: 0, to: canvas.width, by: height * 0.06) {
            canvas.pine(
                x: x, y: height * chance.next(0.86...0.98), height: height * chance.next(0.08...0.17),
                Colour(hex: 0x0e2436))
        }
    }

    private static func paris(_ canvas: Canvas) {
        let (middle, height) = (canvas.width / 2, canvas.height)
        canvas.fill([Colour(hex: 0x8fa6d8), Colour(hex: 0xe9b8c4), Colour(hex: 0xfbe0c8)])
        houses(canvas, height: 0.14...0.22, width: 0.1...0.16, Colour(hex: 0xb7a193), lit: 0.2, seed: 97)
        let iron = Colour(hex: 0x4c3f3c)
        for side in [-1.0, 1] {
            canvas.polygon([
                (middle + side * height * 0.2, height), (middle + side * height * 0.1, height),
                (middle + side * height * 0.02, height * 0.62), (middle, height * 0.15),
                (middle + side * height * 0.012, height * 0.15),
                (middle + side * height * 0.035, height * 0.46),
                (middle + side * height * 0.08, height * 0.74),
            ])
            canvas.paint(iron)
        }
        for (half, y) in [(0.105, 0.76), (0.055, 0.57), (0.018, 0.22)] {
            canvas.rectangle(
                x: middle - height * half, y: height * y, width: 2 * height * half, height: height * 0.025)
            canvas.paint(iron)
        }
        canvas.rectangle(x: middle - 1.5, y: height * 0.07, width: 3, height: height * 0.1)
        canvas.paint(iron)
    }
}

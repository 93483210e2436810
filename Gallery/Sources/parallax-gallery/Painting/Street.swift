import GTKGlue

/// The pictures of the street.
enum Street {
    static func sky(_ canvas: Canvas) {
        canvas.fill([Colour(hex: 0x5aa9e6), Colour(hex: 0xa9d6f5), Colour(hex: 0xe8f4d9)])
        canvas.sun(
            x: canvas.width * 0.8, y: canvas.height * 0.18, radius: canvas.height * 0.05,
            Colour(hex: 0xfff6cc))
        canvas.ridge(
            top: 0.5, base: 0.68, width: canvas.height * 1.1, steepness: 0.2, seed: 61,
            [Colour(hex: 0x9cc79a), Colour(hex: 0x7fb37f)])
    }

    static func road(_ canvas: Canvas) {
        let (width, height) = (canvas.width, canvas.height)
        canvas.rectangle(x: 0, y: 0, width: width, height: height)
        canvas.paint([Colour(hex: 0x78a65a), Colour(hex: 0x5f8c46)], from: (0, 0), to: (0, height))
        canvas.rectangle(x: 0, y: height * 0.22, width: width, height: height * 0.62)
        canvas.paint([Colour(hex: 0x4c4f57), Colour(hex: 0x3b3e45)], from: (0, 0), to: (0, height))
        for edge in [0.22, 0.8] {
            canvas.rectangle(x: 0, y: height * edge, width: width, height: height * 0.04)
            canvas.paint(Colour(hex: 0xb9b6ab))
        }
        for x in stride(from: 20, to: width, by: 110) {
            canvas.rectangle(x: x, y: height * 0.51, width: 60, height: height * 0.04, radius: 2)
            canvas.paint(Colour(hex: 0xf2e7b8))
        }
    }

    static func car(_ canvas: Canvas) {
        let (width, height) = (canvas.width, canvas.height)
        canvas.ellipse(x: width * 0.5, y: height * 0.93, radiusX: width * 0.47, radiusY: height * 0.06)
        canvas.paint(Colour(0, 0, 0, alpha: 0.3))
        canvas.polygon([
            (width * 0.22, height * 0.45), (width * 0.34, height * 0.12), (width * 0.66, height * 0.12),
            (width * 0.82, height * 0.45),
        ])
        canvas.paint(Colour(hex: 0xb8322c))
        for (left, right) in [(0.3, 0.48), (0.52, 0.73)] {
            canvas.polygon([
                (width * left, height * 0.43), (width * (left + 0.06), height * 0.19),
                (width * (right - (right > 0.6 ? 0.1 : 0)), height * 0.19), (width * right, height * 0.43),
            ])
            canvas.paint(Colour(hex: 0xcfe8f5))
        }
        canvas.rectangle(
            x: width * 0.02, y: height * 0.42, width: width * 0.96, height: height * 0.36,
            radius: height * 0.13)
        canvas.paint(
            [Colour(hex: 0xe2483f), Colour(hex: 0xa92a25)], from: (0, height * 0.42), to: (0, height * 0.78))
        canvas.ellipse(x: width * 0.95, y: height * 0.54, radiusX: width * 0.025, radiusY: height * 0.06)
        canvas.paint(Colour(hex: 0xfff3b0))
        for x in [0.23, 0.77] {
            canvas.ellipse(x: width * x, y: height * 0.78, radiusX: height * 0.19, radiusY: height * 0.19)
            canvas.paint(Colour(hex: 0x22242a))
            canvas.ellipse(x: width * x, y: height * 0.78, radiusX: height * 0.08, radiusY: height * 0.08)
            canvas.paint(Colour(hex: 0xc9ccd2))
        }
    }
}

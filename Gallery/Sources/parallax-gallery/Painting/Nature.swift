import GTKGlue
import Glibc

extension Canvas {
    /// A chain of hills or mountains from edge to edge, filled to the lower edge.
    ///
    /// `top` is where its highest peaks are and `base` where its valleys are, as shares of the height;
    /// `steepness` is 0 for hills and 1 for mountains.
    func ridge(
        top: Double, base: Double, width step: Double, steepness: Double, seed: UInt64, _ colours: [Colour]
    ) {
        var chance = Chance(seed)
        let waves = (0..<5).map { octave in
            (
                pace: 2 * .pi / step * pow(1.9, Double(octave)), phase: chance.next(0...6.3),
                share: pow(0.5, Double(octave))
            )
        }
        let total = waves.reduce(0) { $0 + $1.share }
        var corners = [(x: 0.0, y: height)]
        for x in stride(from: 0, through: width + 3, by: 3) {
            let rise = waves.reduce(0) { sum, wave in
                let swing = sin(x * wave.pace + wave.phase)
                let hill = (swing + 1) / 2
                let peak = 1 - abs(swing)
                return sum + wave.share * (hill + (peak - hill) * steepness)
            }
            corners.append((x, height * (base + (top - base) * rise / total)))
        }
        corners.append((width + 3, height))
        polygon(corners)
        paint(colours, from: (0, height * top), to: (0, height))
    }

    func sun(x: Double, y: Double, radius: Double, _ colour: Colour) {
        ellipse(x: x, y: y, radiusX: 4 * radius, radiusY: 4 * radius)
        var halo = colour
        halo.alpha = 0.45
        var clear = colour
        clear.alpha = 0
        paint([halo, clear], around: (x, y), radius: 4 * radius)
        ellipse(x: x, y: y, radiusX: radius, radiusY: radius)
        paint(colour)
    }

    func stars(_ count: Int, below: Double, seed: UInt64) {
        var chance = Chance(seed)
        for _ in 0..<count {
            let size = chance.next(0.4...1.3)
            ellipse(
                x: chance.next() * width, y: chance.next() * height * below, radiusX: size, radiusY: size)
            paint(Colour(1, 1, 1, alpha: chance.next(0.3...0.9)))
        }
    }

    /// A pine that stands at x, y.
    func pine(x: Double, y: Double, height: Double, _ colour: Colour) {
        rectangle(x: x - height * 0.03, y: y - height * 0.15, width: height * 0.06, height: height * 0.17)
        paint(Colour(hex: 0x3a2a22))
        for tier in 0..<3 {
            let low = y - height * (0.12 + 0.26 * Double(tier))
            let half = height * (0.24 - 0.055 * Double(tier))
            polygon([(x - half, low), (x, low - height * 0.42), (x + half, low)])
            paint(colour.mixed(with: Colour(1, 1, 1), 0.04 * Double(tier)))
        }
    }

    /// A round tree that stands at the lower edge and is as high as the canvas.
    func broadleaf(_ colour: Colour) {
        rectangle(x: width * 0.45, y: height * 0.55, width: width * 0.1, height: height * 0.45)
        paint(Colour(hex: 0x6b4a32))
        for (x, y, size) in [(0.3, 0.5, 0.26), (0.7, 0.5, 0.26), (0.5, 0.32, 0.32), (0.5, 0.55, 0.3)] {
            ellipse(x: width * x, y: height * y, radiusX: width * size, radiusY: height * size * 0.85)
            paint(colour.mixed(with: Colour(1, 1, 0.8), 0.35 * (0.6 - y)))
        }
    }

    /// A cloud that fills the canvas.
    func cloud(seed: UInt64) {
        var chance = Chance(seed)
        for place in 0..<7 {
            let across = Double(place) / 6
            let size = (0.16 + 0.2 * sin(.pi * across)) * chance.next(0.85...1.15)
            ellipse(
                x: width * (0.16 + 0.68 * across), y: height * (0.72 - size * 0.5),
                radiusX: height * size * 1.05,
                radiusY: height * size)
            paint(Colour(1, 1, 1, alpha: 0.95))
        }
        rectangle(
            x: width * 0.1, y: height * 0.6, width: width * 0.8, height: height * 0.26, radius: height * 0.13)
        paint(Colour(1, 1, 1, alpha: 0.95))
    }
}

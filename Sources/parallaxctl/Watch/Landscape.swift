import Glibc
import MotionCore

/// What a point of the landscape is made of, from back to front.
enum Material: Hashable {
    /// `band`: 0 at the top of the picture.
    case sky(band: Int)
    case star, moon, mountain, snow, hills, trees

    static let skyBands = 8
}

/// A strip of land from a ridge down.
struct Layer: Hashable {
    /// How far behind the screen, in distances between viewer and screen; negative is in front of it.
    let depth: Double
    let material: Material

    static let backToFront = [
        Layer(depth: 0.5, material: .mountain),
        Layer(depth: -0.15, material: .hills),
        Layer(depth: -0.5, material: .trees),
    ]

    /// How high it reaches at a place along it, as a share of the picture's height, which is also the unit
    /// along it.
    func ridge(at place: Double) -> Double {
        switch material {
        case .mountain:
            0.42 + 0.33 * triangle(place / 1.13 + 0.1) + 0.08 * triangle(place / 0.41 + 0.3)
                + 0.03 * triangle(place / 0.13)
        case .hills: 0.36 + 0.07 * sin(place * 3.1 + 1) + 0.03 * sin(place * 7.3)
        default: 0.21 + 0.015 * sin(place * 4) + fir(at: place)
        }
    }
}

/// Land in layers behind and before a window, which is the screen.
struct Landscape {
    /// Where the moon and the stars are.
    static let skyDepth = 1.5

    /// In points, of which a character is one wide and two high.
    let width, height: Int

    /// Where the points of a thing at `depth` go when the screen turns, in points to the right and down.
    ///
    /// The viewer stays and the window turns; seen from the window the viewer moves the other way: with the
    /// screen turned to the right (x > 0) the eye is left of its middle at −e, with the screen turned down
    /// (y > 0) above it. The eye at distance 1 sees a point D behind the window's middle through the pane at
    /// −e·D/(1 + D): what is behind the window goes along with the eye, the farther the more, to the left;
    /// what stands before it (D < 0) goes to the right.
    func shift(depth: Double, _ offset: ViewerOffset) -> (right: Int, down: Int) {
        let share = -depth / (1 + depth)
        // The picture is wider than it is high, so the eye has further to go along it.
        let right = (0.45 * share * offset.x * Double(height)).rounded()
        let down = (0.13 * share * offset.y * Double(height)).rounded()
        return (Int(right), Int(down))
    }

    /// The topmost row of a layer in each column; the layer goes from there to the bottom and beyond.
    func tops(of layer: Layer, _ offset: ViewerOffset) -> [Int] {
        let (right, down) = shift(depth: layer.depth, offset)
        return (0..<width).map { column in
            let place = (Double(column - right) + 0.5 - Double(width) / 2) / Double(height)
            let top = Int(((1 - layer.ridge(at: place)) * Double(height)).rounded()) + down
            // Where there are few points, rounding must not lift a layer off the bottom.
            return min(height - 1, top)
        }
    }

    /// The picture's rows.
    func points(_ offset: ViewerOffset) -> [[Material]] {
        var rows = sky(offset)
        for layer in Layer.backToFront {
            let tops = tops(of: layer, offset)
            for column in 0..<width {
                for row in max(0, tops[column])..<height {
                    let isSnow = layer.material == .mountain && isSnowy(row: row, top: tops[column], offset)
                    rows[row][column] = isSnow ? .snow : layer.material
                }
            }
        }
        return rows
    }

    private func isSnowy(row: Int, top: Int, _ offset: ViewerOffset) -> Bool {
        let line = Int(0.38 * Double(height)) + shift(depth: Layer.backToFront[0].depth, offset).down
        return row < line && row < top + height / 8
    }

    private func sky(_ offset: ViewerOffset) -> [[Material]] {
        let (right, down) = shift(depth: Landscape.skyDepth, offset)
        let radius = 0.09 * Double(height)
        return (0..<height).map { row in
            let band = max(0, min(Material.skyBands - 1, row * Material.skyBands * 3 / (2 * height)))
            return (0..<width).map { column in
                let x = Double(column - right) - 0.72 * Double(width)
                let y = Double(row - down) - 0.15 * Double(height)
                if x * x + y * y < radius * radius { return .moon }
                return isStar(column - right, row - down) ? .star : .sky(band: band)
            }
        }
    }
}

/// From 0 up to 1 and down again with each whole number.
private func triangle(_ place: Double) -> Double { 1 - abs(2 * (place - place.rounded(.down)) - 1) }

/// How high a fir rises at a place in a row of them.
private func fir(at place: Double) -> Double {
    let spacing = 0.27
    let number = (place / spacing).rounded(.down)
    let chance = noise(Int(number), 7)
    let middle = (number + 0.35 + 0.3 * noise(Int(number), 3)) * spacing
    return max(0, 0.10 + 0.28 * chance - 3.2 * abs(place - middle))
}

private func isStar(_ column: Int, _ row: Int) -> Bool { noise(column, row) < 0.02 }

/// A number in 0..<1 that looks random and is always the same for the same place.
private func noise(_ x: Int, _ y: Int) -> Double {
    var bits = UInt64(bitPattern: Int64(x)) &* 0x9E37_79B9_7F4A_7C15
    bits ^= UInt64(bitPattern: Int64(y)) &* 0xC2B2_AE3D_27D4_EB4F
    bits = (bits ^ (bits >> 29)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 32)) &* 0x94D0_49BB_1331_11EB
    return Double(bits >> 40) / Double(1 << 24)
}

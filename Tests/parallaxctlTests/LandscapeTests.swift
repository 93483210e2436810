import MotionCore
import Testing

@testable import parallaxctl

@Suite struct LandscapeTests {
    private static let sizes = [(40, 10), (80, 30), (131, 77), (20, 120), (5, 2)]
    private static let extremes = [-1.0, 0, 1].flatMap { x in [-1.0, 0, 1].map { ViewerOffset(x: x, y: $0) } }

    private let landscape = Landscape(width: 80, height: 30)
    private let mountains = Layer.backToFront[0]
    private let trees = Layer.backToFront[2]

    /// How many points a layer's ridge went to the right.
    private func travel(of layer: Layer, _ offset: ViewerOffset) throws -> Int {
        let before = landscape.tops(of: layer, .zero)
        let after = landscape.tops(of: layer, offset)
        let fits = (-30...30).filter { shift in
            before.indices.allSatisfy {
                !after.indices.contains($0 + shift) || after[$0 + shift] == before[$0]
            }
        }
        return try #require(fits.first)
    }

    @Test func `turned to the right, what is near goes right and what is far a shorter way left`() throws {
        let far = try travel(of: mountains, ViewerOffset(x: 1, y: 0))
        let near = try travel(of: trees, ViewerOffset(x: 1, y: 0))
        #expect(far < 0)
        #expect(near > -far)
        #expect(try travel(of: mountains, ViewerOffset(x: -1, y: 0)) == -far)
        #expect(try travel(of: trees, ViewerOffset(x: -1, y: 0)) == -near)
    }

    @Test func `turned down, what is near goes down and what is far goes up`() {
        let offset = ViewerOffset(x: 0, y: 1)
        #expect(landscape.shift(depth: trees.depth, offset).down > 0)
        #expect(landscape.shift(depth: mountains.depth, offset).down < 0)
        #expect(landscape.shift(depth: trees.depth, offset).right == 0)
    }

    @Test func `the nearer layer goes further to the right, from the sky to the trees`() {
        let depths = [Landscape.skyDepth] + Layer.backToFront.map(\.depth)
        let travels = depths.map { landscape.shift(depth: $0, ViewerOffset(x: 1, y: 0)).right }
        #expect(travels == travels.sorted() && Set(travels).count == travels.count)
    }

    @Test(arguments: sizes, extremes)
    func `no edge of a layer comes into sight`(size: (Int, Int), offset: ViewerOffset) {
        let landscape = Landscape(width: size.0, height: size.1)
        let rows = landscape.points(offset)
        #expect(rows.count == size.1 && rows.allSatisfy { $0.count == size.0 })
        #expect(rows.last?.allSatisfy { $0 == .trees } == true)
        // Nothing but sky is above the mountains, and below each ridge no sky comes again.
        for column in 0..<size.0 {
            let order = rows.map { rank($0[column]) }
            #expect(order == order.sorted(), "column \(column): \(order)")
        }
    }

    @Test(arguments: sizes.dropLast())
    func `there is sky, and every layer can be seen from in front`(width: Int, height: Int) {
        let ranks = Set(Landscape(width: width, height: height).points(.zero).joined().map(rank))
        #expect(ranks == [0, 1, 2, 3])
    }

    private func rank(_ material: Material) -> Int {
        switch material {
        case .sky, .star, .moon: 0
        case .mountain, .snow: 1
        case .hills: 2
        case .trees: 3
        }
    }
}

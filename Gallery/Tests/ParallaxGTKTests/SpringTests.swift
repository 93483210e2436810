import Testing

@testable import ParallaxGTK

@Suite struct SpringTests {
    @Test(arguments: [-900.0, 0, 300, 4_000])
    func `begins where it was let go and comes to rest at its goal`(velocity: Double) {
        let spring = Spring(from: 40, velocity: velocity, to: 100, at: 5)
        let start = spring.state(at: 5)
        #expect(abs(start.offset - 40) < 1e-9)
        #expect(abs(start.velocity - velocity) < 1e-9)
        #expect(!spring.isOver(at: 5))
        #expect(abs(spring.state(at: 7).offset - 100) < 0.01)
        #expect(spring.isOver(at: 7))
    }

    @Test func `does not swing past its goal by itself`() {
        let spring = Spring(from: 0, velocity: 0, to: 100, at: 0)
        let way = (0...200).map { spring.state(at: Double($0) / 100).offset }
        #expect(way.allSatisfy { $0 <= 100 })
        #expect(zip(way, way.dropFirst()).allSatisfy { $0 <= $1 })
    }

    @Test func `its speed is that of its way`() {
        let spring = Spring(from: 0, velocity: 500, to: 60, at: 0)
        for time in stride(from: 0.01, to: 0.6, by: 0.03) {
            let step = (spring.state(at: time + 1e-6).offset - spring.state(at: time - 1e-6).offset) / 2e-6
            #expect(abs(step - spring.state(at: time).velocity) < 0.01)
        }
    }
}

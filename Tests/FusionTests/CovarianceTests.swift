import MotionCore
import Testing

@testable import Fusion

@Suite struct CovarianceTests {
    private typealias Matrix = [[Double]]

    private func dense(_ covariance: Covariance) -> Matrix {
        (0..<13).map { row in (0..<13).map { covariance[row, $0] } }
    }

    private func product(_ left: Matrix, _ right: Matrix) -> Matrix {
        left.map { row in (0..<13).map { column in (0..<13).reduce(0) { $0 + row[$1] * right[$1][column] } } }
    }

    private func transposed(_ matrix: Matrix) -> Matrix {
        (0..<13).map { row in matrix.map { $0[row] } }
    }

    private func largestDifference(_ left: Matrix, _ right: Matrix) -> Double {
        zip(left, right).flatMap { zip($0, $1).map { abs($0 - $1) } }.max() ?? 0
    }

    /// A random symmetric, positive matrix.
    private func example(_ random: inout Random) -> Covariance {
        let root = (0..<13).map { _ in (0..<13).map { _ in random.normal() } }
        let square = product(root, transposed(root))
        var covariance = Covariance()
        for row in 0..<13 {
            for column in 0...row { covariance[row, column] = square[row][column] }
        }
        return covariance
    }

    @Test func `propagating is F P Fᵀ`() {
        var random = Random(state: 41)
        var covariance = example(&random)
        var transition = Transition()
        transition.turnX = random.vector()
        transition.turnY = random.vector()
        transition.scaleX = random.vector()
        transition.scaleY = random.vector()
        transition.fall = 0.4
        // The columns of F are what it makes of unit errors.
        var matrix = (0..<13).map { row in (0..<13).map { row == $0 ? 1.0 : 0 } }
        for column in 0..<13 {
            var unit = Covariance.Row(repeating: 0)
            unit[column] = 1
            let image = transition.apply(to: unit)
            for (place, row) in [0, 1, 5, 6].enumerated() { matrix[row][column] = image[place] }
        }
        let expected = product(product(matrix, dense(covariance)), transposed(matrix))
        covariance.propagate(transition)
        #expect(largestDifference(dense(covariance), expected) < 1e-9)
        #expect(dense(covariance) == transposed(dense(covariance)))
    }

    @Test func `a measurement takes its share from every variance`() {
        var random = Random(state: 43)
        for index in 0..<13 {
            var covariance = example(&random)
            let before = dense(covariance)
            let gain = covariance.measure(index, variance: 0.5)
            let after = dense(covariance)
            let innovation = before[index][index] + 0.5
            #expect(abs(after[index][index] - before[index][index] * 0.5 / innovation) < 1e-9)
            for other in 0..<13 {
                #expect(abs(gain[other] - before[other][index] / innovation) < 1e-12)
                #expect(after[other][other] > 0 && after[other][other] <= before[other][other])
            }
            #expect(after == transposed(after))
        }
    }

    @Test func `a reset error is foreign to the others`() {
        var random = Random(state: 47)
        var covariance = example(&random)
        covariance.reset(5, variance: 2)
        for other in 0..<13 { #expect(covariance[5, other] == (other == 5 ? 2 : 0)) }
    }
}

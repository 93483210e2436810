import MotionCore

/// The places of the attitude filter's errors in its covariance.
enum ErrorState {
    /// Of the attitude about the earth's x and y, rad.
    static let tilt = 0
    /// Of the gyroscope's offset, rad/s.
    static let bias = 2
    /// Of the horizontal velocity, m/s.
    static let velocity = 5
    /// Of the accelerometer's offset, m/s².
    static let offset = 7
    /// Of the gyroscope's scale.
    static let scale = 10
    static let count = 13
}

/// How uncertain the errors are and how they hang together: a symmetric matrix, kept in full.
struct Covariance: Sendable {
    typealias Row = InlineArray<13, Double>

    private var rows = InlineArray<13, Row>(repeating: Row(repeating: 0))

    /// Sets both places of a symmetric pair.
    subscript(row: Int, column: Int) -> Double {
        get { rows[row][column] }
        set {
            rows[row][column] = newValue
            rows[column][row] = newValue
        }
    }

    /// Three neighbours in a row.
    func vector(_ row: Int, from column: Int) -> Vector3 { rows[row].vector(from: column) }

    /// Makes an error known to `variance` and foreign to all others.
    mutating func reset(_ index: Int, variance: Double) {
        for other in 0..<ErrorState.count { self[index, other] = 0 }
        self[index, index] = variance
    }

    /// P ← F P Fᵀ. F leaves all rows but those of tilt and velocity alone, and so does this.
    mutating func propagate(_ transition: Transition) {
        let changed: InlineArray<4, Int> = [
            ErrorState.tilt, ErrorState.tilt + 1, ErrorState.velocity, ErrorState.velocity + 1,
        ]
        var moved = InlineArray<4, Row>(repeating: Row(repeating: 0))
        for column in 0..<ErrorState.count {
            let image = transition.apply(to: rows[column])
            for i in 0..<4 { moved[i][column] = image[i] }
        }
        for i in 0..<4 {
            let image = transition.apply(to: moved[i])
            for j in 0..<4 { moved[i][changed[j]] = image[j] }
        }
        for i in 0..<4 {
            for column in 0..<ErrorState.count { self[changed[i], column] = moved[i][column] }
        }
    }

    /// Takes in a measurement of one error and returns how much of the surprise belongs to each.
    mutating func measure(_ index: Int, variance: Double) -> Row {
        let column = rows[index]
        let weight = 1 / (column[index] + variance)
        // Root and square, so that both halves get the same bits.
        let root = weight.squareRoot()
        var gain = column, share = column
        for i in 0..<ErrorState.count {
            gain[i] *= weight
            share[i] *= root
        }
        for i in 0..<ErrorState.count {
            for j in 0..<ErrorState.count { rows[i][j] -= share[i] * share[j] }
        }
        return gain
    }
}

/// How the errors of tilt and velocity at the end of a time span follow from the errors at its beginning.
struct Transition: Sendable {
    /// Upper two rows of the integral of the attitude's matrix, s.
    var turnX = Vector3.zero, turnY = Vector3.zero
    /// The same with each column times the angular rate about its axis, rad.
    var scaleX = Vector3.zero, scaleY = Vector3.zero
    /// Gravity times the duration, m/s.
    var fall = 0.0

    /// The new errors of tilt x, y and velocity x, y.
    func apply(to errors: Covariance.Row) -> InlineArray<4, Double> {
        let bias = errors.vector(from: ErrorState.bias)
        let offset = errors.vector(from: ErrorState.offset)
        let scale = errors.vector(from: ErrorState.scale)
        let tiltX = errors[ErrorState.tilt]
        let tiltY = errors[ErrorState.tilt + 1]
        return [
            tiltX - turnX.dot(bias) + scaleX.dot(scale),
            tiltY - turnY.dot(bias) + scaleY.dot(scale),
            errors[ErrorState.velocity] + fall * tiltY - turnX.dot(offset),
            errors[ErrorState.velocity + 1] - fall * tiltX - turnY.dot(offset),
        ]
    }
}

extension InlineArray<13, Double> {
    func vector(from index: Int) -> Vector3 { Vector3(self[index], self[index + 1], self[index + 2]) }
}

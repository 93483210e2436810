import Glibc

/// A proper rotation as the three rows of its matrix.
///
/// As a mounting it turns sensor axes into device axes: x to the right, y up the screen, z out of it.
public struct Rotation: Hashable, Sendable {
    public let x, y, z: Vector3

    public static let identity = Rotation(x: .unitX, y: .unitY)

    /// Completes two rows that stand at right angles to each other by the right-hand rule.
    @inlinable public init(x: Vector3, y: Vector3) {
        self.x = x
        self.y = y
        z = x.cross(y)
    }

    /// The rows one after another.
    public var elements: [Double] { [x, y, z].flatMap { [$0.x, $0.y, $0.z] } }

    /// From nine elements by rows. Nil where they are no proper rotation, to about a thousandth.
    public init?(elements: [Double]) {
        guard elements.count == 9 else { return nil }
        let rows = (0..<3).map { Vector3(elements[3 * $0], elements[3 * $0 + 1], elements[3 * $0 + 2]) }
        self.init(x: rows[0], y: rows[1])
        guard abs(rows[0].length - 1) < 1e-3, abs(rows[1].length - 1) < 1e-3,
            abs(rows[0].dot(rows[1])) < 1e-3, (z - rows[2]).length < 1e-3
        else { return nil }
    }

    /// The rows as text, such as "1.0 0.0 0.0; 0.0 1.0 0.0; 0.0 0.0 1.0".
    package var rows: String { [x, y, z].map { "\($0.x) \($0.y) \($0.z)" }.joined(separator: "; ") }

    /// Reads rows. Nil where they are no proper rotation, to about a thousandth.
    package init?(rows: Substring) {
        let rows = rows.split(separator: ";").map { $0.split(separator: " ").map { Double($0) ?? .nan } }
        guard rows.count == 3, rows.allSatisfy({ $0.count == 3 }) else { return nil }
        self.init(elements: rows.flatMap(\.self))
    }

    @inlinable public func rotate(_ v: Vector3) -> Vector3 { Vector3(x.dot(v), y.dot(v), z.dot(v)) }

    /// The opposite rotation.
    package var inverse: Rotation {
        Rotation(x: Vector3(x.x, y.x, z.x), y: Vector3(x.y, y.y, z.y))
    }

    /// The angle of the turn from one to the other, 0…π rad.
    package func angle(to other: Rotation) -> Double {
        acos(min(1, max(-1, (x.dot(other.x) + y.dot(other.y) + z.dot(other.z) - 1) / 2)))
    }

    /// First `right`, then `left`.
    package static func * (left: Rotation, right: Rotation) -> Rotation {
        func column(_ element: (Vector3) -> Double) -> Vector3 {
            Vector3(element(right.x), element(right.y), element(right.z))
        }
        let columns = (column(\.x), column(\.y), column(\.z))
        func row(_ row: Vector3) -> Vector3 {
            Vector3(row.dot(columns.0), row.dot(columns.1), row.dot(columns.2))
        }
        return Rotation(x: row(left.x), y: row(left.y))
    }
}

extension Rotation {
    /// The 24 rotations that turn axes into axes, the identity first.
    package static let quarterTurns: [Rotation] = {
        let axes: [Vector3] = [.unitX, .unitY, .unitZ, -.unitX, -.unitY, -.unitZ]
        return axes.flatMap { x in axes.filter { $0.dot(x) == 0 }.map { Rotation(x: x, y: $0) } }
    }()

    /// The nearest of them, and how far it is, rad.
    package var nearestQuarterTurn: (rotation: Rotation, angle: Double) {
        Rotation.quarterTurns.map { ($0, angle(to: $0)) }.min { $0.1 < $1.1 } ?? (
            .identity, angle(to: .identity)
        )
    }
}

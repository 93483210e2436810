/// A published matrix from sensor axes to the axes of the machine: `ACCEL_MOUNT_MATRIX` in the udev database
/// or `mount_matrix` in the kernel.
///
/// Three in four published matrices are reflections, made until the desktop's rotation was right, which looks
/// at x and y only. So only the first two rows count and the right-hand rule gives the third.
package struct MountMatrix: Hashable, Sendable {
    /// Which sign the sensor gives the acceleration at rest.
    package enum Convention: Hashable, Sendable {
        /// A sensor chip: +1 g on the axis that points up.
        case chip
        /// A HID sensor hub: −1 g on the axis that points up.
        case hub
    }

    package let x, y: Vector3

    package static let identity = MountMatrix(x: .unitX, y: .unitY)

    private init(x: Vector3, y: Vector3) {
        self.x = x
        self.y = y
    }

    /// Reads "1, 0, 0; 0, 1, 0; 0, 0, 1", with or without blanks. Nil where that is not three rows of three
    /// numbers or the first two rows span no plane.
    package init?(_ text: String) {
        let rows = text.split(separator: ";", omittingEmptySubsequences: false).map { Vector3(list: $0) }
        guard rows.count == 3, let first = rows[0], let second = rows[1], rows[2] != nil,
            let x = first.normalized, let across = second.normalized.map({ $0 - $0.dot(x) * x }),
            across.length > 0.1, let y = across.normalized
        else { return nil }
        self.init(x: x, y: y)
    }

    /// What is to be published for a sensor that sits in the device as `rotation` says.
    package init(publishing rotation: Rotation, for convention: Convention) {
        switch convention {
        case .chip: self.init(x: -rotation.x, y: -rotation.y)
        case .hub: self.init(x: rotation.x, y: rotation.y)
        }
    }

    /// All three, the third by the right-hand rule.
    package var rows: [Vector3] { [x, y, x.cross(y)] }

    /// Sensor axes → device axes, such that tilt agrees with the desktop's rotation in x and y.
    package func rotation(for convention: Convention) -> Rotation {
        switch convention {
        case .chip: Rotation(x: -x, y: -y)
        case .hub: Rotation(x: x, y: y)
        }
    }
}

extension Vector3 {
    /// Reads "1, 0, 0". Nil where that is not three finite numbers.
    package init?(list: Substring) {
        let numbers = list.split(separator: ",", omittingEmptySubsequences: false)
            .map { Double(trimmed($0)) }
        guard numbers.count == 3, let x = numbers[0], let y = numbers[1], let z = numbers[2] else {
            return nil
        }
        self.init(x, y, z)
        guard isFinite else { return nil }
    }
}

private func trimmed(_ text: Substring) -> String {
    String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
}

import LinuxIO
import MotionWire
import Sensors

/// The devices of this machine that were asked for, kept from other daemons.
final class Hardware {
    private let selector: DeviceSelector
    private let gyro: GyroSelector
    private let mountings: MountingStore
    private let isExclusive: Bool
    private let notes = SocketPath.runtimeDirectory
    private let experience = Experience()
    private var claims: [Claim] = []
    /// What was chosen last.
    private var choice: SensorPair?

    init(
        _ selector: DeviceSelector, _ gyro: GyroSelector, _ mountings: MountingStore, isExclusive: Bool
    ) {
        self.selector = selector
        self.gyro = gyro
        self.mountings = mountings
        self.isExclusive = isExclusive
    }

    /// Chooses among what is there now and keeps other daemons from it.
    func claim() throws(Shortage) -> SensorPair { try claim(in: catalog()) }

    /// Starts the sensors.
    func open(rate: Double) throws(Shortage) -> IIOSource {
        let catalog = try catalog()
        var pair = try claim(in: catalog)
        pair.mounting = mountings.load(pair.accel.identity)
        do throws(SourceFailure) {
            return try IIOSource(pair, in: catalog, notes: notes, experience, rate: rate)
        } catch {
            throw Shortage(error, of: pair.accel.title)
        }
    }

    /// Whether the same would be chosen now, and read in the same way.
    var isStillBest: Bool {
        do throws(Shortage) {
            let pair = try choose(in: catalog())
            return pair.accel.path == choice?.accel.path && pair.gyro?.path == choice?.gyro?.path
                && pair.accel.proxyUse == choice?.accel.proxyUse
        } catch {
            return true
        }
    }

    /// A device is gone, and another may come to its path.
    func forget() { claims = [] }

    private func catalog() throws(Shortage) -> DeviceCatalog {
        do throws(Errno) { return try DeviceCatalog() } catch {
            throw .unreadable("the list of IIO devices cannot be had: \(error)")
        }
    }

    private func choose(in catalog: DeviceCatalog) throws(Shortage) -> SensorPair {
        do throws(SelectionFailure) { return try select(selector, gyro: gyro, among: catalog.nodes) } catch {
            throw Shortage(error)
        }
    }

    private func claim(in catalog: DeviceCatalog) throws(Shortage) -> SensorPair {
        let pair = try choose(in: catalog)
        guard mayRead(pair.accel.path + "/in_accel_x_raw") else {
            throw .forbidden("no permission to read \(pair.accel.title)")
        }
        if isExclusive, let obstacle = obstacleToExclusion(of: pair.accel) {
            throw .noPermission("\(obstacle), or leave out --exclusive")
        }
        let nodes = [pair.accel] + (pair.separateGyro.map { [$0] } ?? [])
        var claims: [Claim] = []
        for node in nodes {
            if let held = self.claims.first(where: { $0.path == node.path }) {
                claims.append(held)
            } else {
                claims.append(try Claim(node))
                if let notes { SettingsNote.settle(node, in: notes) }
            }
        }
        self.claims = claims
        choice = pair
        return pair
    }
}

/// What stands in the way of having an accelerometer without iio-sensor-proxy, and what to do.
func obstacleToExclusion(of node: SensorNode, uinput: String = "/dev/uinput") -> String? {
    if node.proxyUse != .none {
        return "iio-sensor-proxy reads \(node.title) too: `systemctl enable --now parallaxd-exclusive` "
            + "gives it an input device instead"
    }
    guard !fileExists(uinput) else { return nil }
    return "there is no \(uinput) to give iio-sensor-proxy an input device: load the kernel's module uinput"
}

/// One device that no other daemon may read meanwhile: a lock on its sysfs directory, which goes with either.
private final class Claim {
    let path: String
    private let lock: FileLock

    init(_ node: SensorNode) throws(Shortage) {
        path = node.path
        do throws(Errno) { lock = try FileLock(on: node.path) } catch .wouldBlock {
            let holder = FileLock.holder(of: node.path).map(programTitle)
            throw .taken("\(node.title) is in use by \(holder ?? "another parallaxd")")
        } catch {
            throw .unreadable("\(node.title) cannot be locked: \(error)")
        }
    }
}

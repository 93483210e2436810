import Fusion
import LinuxIO
import MotionCore

/// ```
/// parallax-bench attitude [--delay S] [--averages] [--ahead S] [--stored FILE] SAMPLES ATTITUDES
/// parallax-bench gravity SAMPLES ATTITUDES
/// parallax-bench cost SAMPLES
/// ```
/// `attitude` gives one quaternion (w x y z) a gyroscope sample and prints the offset it learnt, `gravity`
/// one an accelerometer sample, and `cost` prints the ns that a sample of each sensor takes.
struct Bench {
    struct Failure: Error {
        let message: String
    }

    private let command: String
    private var settings = AttitudeFilter.Settings()
    private var ahead = 0.0
    private var files: ArraySlice<String>

    init(_ arguments: ArraySlice<String>) throws(Failure) {
        command = arguments.first ?? ""
        files = arguments.dropFirst()
        while let option = files.first, option.hasPrefix("--") {
            files.removeFirst()
            switch option {
            case "--averages": settings.gyroscopeAverages = true
            case "--delay": settings.gyroscopeDelay = try nextNumber()
            case "--ahead": ahead = try nextNumber()
            case "--stored": try useStored(try nextFile())
            default: throw Failure(message: "\(option) is no option")
            }
        }
    }

    private mutating func nextFile() throws(Failure) -> String {
        guard let file = files.popFirst() else { throw Failure(message: "a file is missing") }
        return file
    }

    private mutating func nextNumber() throws(Failure) -> Double {
        guard let value = files.popFirst().flatMap({ Double($0) }) else {
            throw Failure(message: "a number is missing")
        }
        return value
    }

    private mutating func useStored(_ path: String) throws(Failure) {
        let text = String(decoding: try content(of: path), as: UTF8.self)
        do throws(StoredBias.Failure) {
            settings.use(try StoredBias(text))
        } catch {
            throw Failure(message: "\(path): \(error.message)")
        }
    }

    private func content(of path: String) throws(Failure) -> [UInt8] {
        do throws(Errno) { return try readFile(path) } catch {
            throw Failure(message: "\(path) cannot be read: \(error)")
        }
    }

    mutating func run() throws(Failure) {
        let path = try nextFile()
        guard let samples = samples(in: try content(of: path)) else {
            throw Failure(message: "\(path) holds no samples")
        }
        switch command {
        case "attitude":
            var filter = AttitudeFilter(settings)
            try write(filter.attitudes(of: samples, ahead: ahead))
            print(StoredBias(device: "bench", date: 0, of: filter).text, terminator: "")
        case "gravity":
            var filter = GravityFilter()
            try write(filter.attitudes(of: samples))
        case "cost":
            let cost = nanoseconds(of: samples)
            print(cost.filter, cost.motion)
        default:
            throw Failure(message: "\"\(command)\" is not attitude, gravity or cost")
        }
    }

    private mutating func write(_ attitudes: [Quaternion]) throws(Failure) {
        let path = try nextFile()
        guard writeFile(path, attitudes.flatMap { [$0.w, $0.x, $0.y, $0.z] }) else {
            throw Failure(message: "\(path) cannot be written")
        }
    }
}

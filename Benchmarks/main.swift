import Glibc

guard CommandLine.arguments.count == 2 else {
    print("usage: parallax-bench DIRECTORY    (with index.csv and the .imu files it names)")
    exit(64)
}
let directory = CommandLine.arguments[1]
guard let index = readFile(directory + "/index.csv") else {
    print("\(directory)/index.csv cannot be read")
    exit(66)
}

/// The rows that a recording counts in; none for those that lie still.
func rows(of name: Substring) -> [String] {
    let words = name.split(separator: "_")
    guard words[0] == "phone" else { return words[0] == "broad" ? ["broad"] : [] }
    if name.contains("runninghand") { return ["\(words[1]) running"] }
    let isInHand = ["texting", "ar", "phoning"].contains { words[3].hasPrefix($0) }
    return isInHand ? [String(words[1]), "phones in the hand"] : [String(words[1])]
}

var errors: [String: [(full: Double, gravity: Double)]] = [:]
print("inclination RMSE in degrees, with gyroscope and with the accelerometer alone; restarts")
for line in String(decoding: index, as: UTF8.self).split(whereSeparator: \.isNewline).dropFirst().sorted() {
    let name = line.prefix { $0 != "," }
    guard let bytes = readFile("\(directory)/\(name)"), let recording = Recording(bytes) else {
        print("\(name) is no recording")
        exit(66)
    }
    let (estimates, restarts) = recording.estimates()
    let error = (
        full: recording.error(of: estimates),
        gravity: recording.error(of: recording.estimatesByGravity())
    )
    print("\(column(error.full)) \(column(error.gravity)) \(restarts)  \(name)")
    for row in rows(of: name) { errors[row, default: []].append(error) }
}
print("means")
for (name, errors) in errors.sorted(by: { $0.key < $1.key }) {
    let sum = errors.reduce((0, 0)) { ($0.0 + $1.full, $0.1 + $1.gravity) }
    let count = Double(errors.count)
    print("\(column(sum.0 / count)) \(column(sum.1 / count))  \(name) (\(errors.count))")
}

let cost = costOfUpdate()
print("µs for a sample of each sensor: \(column(cost.filter)), with tilt and offset \(column(cost.motion))")

func column(_ value: Double) -> String {
    let thousandths = Int((value * 1000).rounded())
    let fraction = String(thousandths % 1000)
    let text = "\(thousandths / 1000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
    return String(repeating: " ", count: max(0, 8 - text.count)) + text
}

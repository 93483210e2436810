import Fusion
import Glibc
import MotionCore

/// docs/tilt.svg: what the law and the smoothing make of a few motions.
func drawing() -> String {
    let margin = (left: 50.0, top: 40.0), pitch = (x: 430.0, y: 290.0)
    let charts = [offsetChart(), holdChart(), pickUpChart(), smoothingChart()]
    let drawn = charts.enumerated().map { index, chart in
        chart.drawn(
            left: margin.left + Double(index % 2) * pitch.x, top: margin.top + Double(index / 2) * pitch.y)
    }
    return """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 860 580" font-family="sans-serif" font-size="12">
        <rect width="860" height="580" fill="#fff"/>
        \(drawn.joined(separator: "\n"))
        </svg>
        """
}

private func offsetChart() -> Chart {
    var chart = Chart(
        "Offset of a tilt, range 20°", xAxis: "tilt away from the viewer in degrees",
        x: [0, 20, 60, 120, 180],
        y: [0, 0.5, 1])
    var pose = NeutralPose(seesHeading: true)
    pose.update(.identity, at: Timestamp(nanoseconds: 0))
    let angles = Array(stride(from: 0.0, through: 180, by: 2))
    chart.add([(0, 0), (10, 0.5), (20, 1)], name: "in proportion", at: 10, isAside: true)
    chart.add(angles.map { ($0, pose.offset(at: turn($0)).length) }, name: "offset", at: 90)
    return chart
}

private func holdChart() -> Chart {
    var chart = Chart(
        "Tilted and held: it stays, then becomes neutral", xAxis: "seconds",
        x: [0, 5, 10, 15, 20], y: [0, 0.5, 1])
    for (degrees, at) in [(30.0, 2.0), (20, 6), (10, 7), (5, 9)] {
        let points = offsets(seconds: 20) { degrees * ramp($0, from: 1, to: 1.5) }
        chart.add(points, name: "\(Int(degrees))°", at: at)
    }
    return chart
}

private func pickUpChart() -> Chart {
    var chart = Chart(
        "Picked up by 50° in 1 s, then swayed by ±10°", xAxis: "seconds", x: [0, 5, 10, 15, 20],
        y: [-1, -0.5, 0, 0.5, 1])
    let tilt = { 50 * ramp($0, from: 1, to: 2) + 10 * ramp($0, from: 6, to: 7) * sin(Double.pi * $0) }
    chart.add(
        stride(from: 0.0, through: 20, by: 0.1).map { ($0, tilt($0) / 60) }, name: "tilt / 60°", at: 4,
        isAside: true)
    chart.add(offsets(seconds: 20, tilt: tilt), name: "offset", at: 8.7)
    return chart
}

private func smoothingChart() -> Chart {
    var chart = Chart(
        "Default smoothing: still at rest, quick in a tilt", xAxis: "seconds", x: [0, 0.5, 1, 1.5, 2],
        y: [-0.01, 0, 0.05, 0.1])
    var smoother = OffsetSmoother()
    var points: (plain: [(x: Double, y: Double)], smooth: [(x: Double, y: Double)]) = ([], [])
    for step in 0...120 {
        let time = Double(step) / 60
        let noise = 0.002 * sin(5 * time) + 0.001 * sin(9 * time + 1)
        let input = ViewerOffset(x: noise + 0.09 * ramp(time, from: 1, to: 1.3), y: 0)
        let moment = Timestamp(nanoseconds: 0).advanced(bySeconds: time)
        points.plain.append((time, input.x))
        points.smooth.append((time, smoother.update(input, shake: 0.1, at: moment).x))
    }
    chart.add(points.plain, name: "plain", at: 0.7, isAside: true)
    chart.add(points.smooth, name: "smoothed", at: 1.4)
    return chart
}

/// The offset of a device that is tilted down by so many degrees at a time in s.
private func offsets(seconds: Double, tilt: (Double) -> Double) -> [(x: Double, y: Double)] {
    var pose = NeutralPose(seesHeading: true)
    return (0...Int(seconds * 50)).compactMap { step in
        let time = Double(step) / 50
        pose.update(turn(tilt(time)), at: Timestamp(nanoseconds: 0).advanced(bySeconds: time))
        return step.isMultiple(of: 5) ? (time, pose.offset(at: turn(tilt(time))).y) : nil
    }
}

private func turn(_ degrees: Double) -> Quaternion {
    Quaternion(rotationVector: Vector3(degrees * .pi / 180, 0, 0))
}

/// 0 before, 1 after, without a corner between.
private func ramp(_ time: Double, from start: Double, to end: Double) -> Double {
    let x = max(0, min(1, (time - start) / (end - start)))
    return x * x * (3 - 2 * x)
}

import MotionCore
import Testing

@testable import Sensors

extension SensorNode {
    /// A device at a path below /sys/devices, named by the path's last part.
    fileprivate init(
        _ place: String, _ sensors: Set<Sensor>, name: String = "chip", label: String = "",
        _ part: Part? = nil
    ) {
        let id = String(place.split(separator: "/").last ?? "")
        self.init(id: id, name: name, path: "/sys/devices/\(place)", sensors: sensors)
        self.label = label
        self.part = part
    }
}

@Suite struct SelectionTests {
    private func chosen(
        _ nodes: [SensorNode], _ selector: DeviceSelector = .auto, gyro: GyroSelector = .auto
    ) throws(SelectionFailure) -> [String?] {
        let pair = try select(selector, gyro: gyro, among: nodes)
        return [pair.accel.id, pair.gyro?.id]
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var nodes: [SensorNode]
        var accel: String
        var gyro: String?

        init(_ description: String, _ nodes: [SensorNode], accel: String, gyro: String?) {
            testDescription = description
            self.nodes = nodes
            self.accel = accel
            self.gyro = gyro
        }
    }

    @Test(arguments: [
        Case("alone", [SensorNode("a/d0", [.accel])], accel: "d0", gyro: nil),
        Case("both in one", [SensorNode("a/d0", [.accel, .gyro])], accel: "d0", gyro: "d0"),
        Case(
            "display before unlabelled",
            [SensorNode("a/d0", [.accel]), SensorNode("b/d1", [.accel], .display)], accel: "d1", gyro: nil),
        Case(
            "unlabelled before base and camera",
            [
                SensorNode("a/d0", [.accel], .base), SensorNode("b/d1", [.accel], .camera),
                SensorNode("c/d2", [.accel]),
            ], accel: "d2", gyro: nil),
        Case(
            "lower path before lower number",
            [SensorNode("b/d0", [.accel]), SensorNode("a/d1", [.accel])], accel: "d1", gyro: nil),
        Case(
            "the device's own gyroscope before a nearer path",
            [SensorNode("a/x/d0", [.gyro]), SensorNode("a/y/d1", [.accel, .gyro])], accel: "d1", gyro: "d1"),
        Case(
            "the gyroscope with the nearest parent",
            [
                SensorNode("a/d0", [.gyro]), SensorNode("a/hub1/d1", [.accel]),
                SensorNode("a/hub1/d2", [.gyro]),
                SensorNode("a/hub0/d3", [.gyro]),
            ], accel: "d1", gyro: "d2"),
        Case(
            "the lower path of equally near gyroscopes",
            [SensorNode("a/d2", [.gyro]), SensorNode("a/d1", [.gyro]), SensorNode("a/d0", [.accel])],
            accel: "d0", gyro: "d1"),
        Case(
            "no gyroscope of another part",
            [SensorNode("a/d0", [.accel], .display), SensorNode("a/d1", [.gyro], .base)], accel: "d0",
            gyro: nil),
        Case(
            "a farther gyroscope of the same part",
            [
                SensorNode("a/b/d0", [.accel], .display), SensorNode("a/b/d1", [.gyro], .base),
                SensorNode("c/d2", [.gyro], .display),
            ], accel: "d0", gyro: "d2"),
        Case(
            "a gyroscope that does not say where it is",
            [SensorNode("a/d0", [.accel], .display), SensorNode("a/d1", [.gyro])], accel: "d0", gyro: "d1"),
        Case(
            "no gyroscope alone",
            [SensorNode("a/d0", [.gyro]), SensorNode("b/d1", [.accel])], accel: "d1", gyro: "d0"),
    ])
    func `chooses by what the devices can and where they sit`(machine: Case) throws {
        // In any order of the list.
        for shift in machine.nodes.indices {
            let nodes = Array(machine.nodes[shift...] + machine.nodes[..<shift])
            #expect(try chosen(nodes) == [machine.accel, machine.gyro])
            #expect(try chosen(Array(nodes.reversed())) == [machine.accel, machine.gyro])
        }
    }

    private let machine = [
        SensorNode("a/iio:device3", [.accel], name: "bmi160", label: "accel-base", .base),
        SensorNode("b/iio:device1", [.accel], name: "bmi160", label: "accel-display", .display),
        SensorNode("c/iio:device2", [.gyro], name: "bmg160"),
        SensorNode("d/iio:device0", [.accel, .gyro], name: "iio:device1"),
    ]

    @Test(arguments: [
        ("iio:device3", "iio:device3"), ("accel-base", "iio:device3"), ("bmi160", "iio:device3"),
        ("accel-display", "iio:device1"), ("iio:device1", "iio:device1"),
    ])
    func `takes the one that is named by id, name or label`(name: String, id: String) throws {
        #expect(try chosen(machine, .named(name), gyro: .none) == [id, nil])
        #expect(try select(.named(name), gyro: .none, among: machine).reason == "named")
    }

    @Test(arguments: ["/sys/devices/virtual/mem/null", "/sys/class/mem/null", "/sys/class/mem/null/"])
    func `takes the one at a path, links in it followed`(path: String) throws {
        let null = SensorNode("virtual/mem/null", [.accel])
        #expect(try chosen(machine + [null], .named(path), gyro: .none) == ["null", nil])
    }

    @Test func `a gyroscope is chosen, refused or left out by name`() throws {
        #expect(try chosen(machine, gyro: .none) == ["iio:device1", nil])
        #expect(try chosen(machine, gyro: .named("bmg160")) == ["iio:device1", "iio:device2"])
        #expect(try chosen(machine, gyro: .named("iio:device0")) == ["iio:device1", "iio:device0"])
        #expect(throws: SelectionFailure.self) { try chosen(machine, gyro: .named("accel-base")) }
        #expect(throws: SelectionFailure.self) { try chosen(machine, gyro: .named("nothing")) }
    }

    @Test func `what is not there is told with what is`() throws {
        let failure = try #require(throws: SelectionFailure.self) { try chosen(machine, .named("kxcj9")) }
        guard case .noSuchDevice(let sentence) = failure else {
            Issue.record("\(failure)")
            return
        }
        #expect(sentence.contains("kxcj9"))
        for node in machine { #expect(sentence.contains("\(node.name) (\(node.id)")) }
    }

    @Test func `what has no accelerometer is told by name`() throws {
        let failure = try #require(throws: SelectionFailure.self) { try chosen(machine, .named("bmg160")) }
        guard case .noSuchDevice(let sentence) = failure else {
            Issue.record("\(failure)")
            return
        }
        #expect(sentence.hasPrefix("bmg160 (iio:device2) has no accelerometer"))
    }

    @Test(arguments: [
        [], [SensorNode("a/d0", [.gyro])], [SensorNode("a/d0", [.accel], .base)],
        [SensorNode("a/d0", [.accel, .gyro], .camera), SensorNode("a/d1", [.accel], .base)],
    ])
    func `waits where there is nothing to choose`(nodes: [SensorNode]) throws {
        let failure = try #require(throws: SelectionFailure.self) { try chosen(nodes) }
        guard case .nothing(let sentence) = failure else {
            Issue.record("\(failure)")
            return
        }
        for node in nodes { #expect(sentence.contains(node.id)) }
        if nodes.contains(where: { $0.part != nil }) { #expect(sentence.contains("--device")) }
    }

    @Test func `equals are told`() throws {
        let nodes = [
            SensorNode("a/d0", [.accel]), SensorNode("b/d1", [.accel]), SensorNode("c/d2", [.accel], .base),
        ]
        #expect(try select(.auto, gyro: .none, among: nodes).reason.contains("2 are equal"))
        #expect(try !select(.auto, gyro: .none, among: [nodes[0], nodes[2]]).reason.contains("equal"))
    }

    @Test(
        arguments: [
            ("accel-display", "", nil, SensorNode.Part.display), ("", "lid", nil, .display),
            ("", "", "display", .display),
            ("accel-base", "", nil, .base), ("", "base", nil, .base), ("accel-camera", "", nil, .camera),
            ("proximity", "", nil, nil), ("", "", nil, nil), ("accel-display", "", "base", .base),
            ("accel-base", "lid", nil, .base), ("left", "", "somewhere", nil),
            ("left", "lid", "somewhere", .display),
        ] as [(String, String, String?, SensorNode.Part?)])
    func `the part is what udev, the label or the location says first`(
        label: String, location: String, udev: String?, part: SensorNode.Part?
    ) {
        #expect(SensorNode.part(label: label, location: location, udev: udev) == part)
    }
}

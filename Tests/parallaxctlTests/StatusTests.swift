import MotionCore
import MotionWire
import Testing

@testable import parallaxctl

@Suite struct StatusTests {
    @Test func `what is known and what is not is told in words`() {
        let reply: JSON = [
            "type": "reply", "id": 1, "ok": true, "server": "parallaxd 0.1.0", "uptime": .double(3725.2),
            "device": ["id": "iio:device0", "accel_matrix": [1, 0, .double(0.5)]], "rate": .double(59.97123),
            "clients": [
                ["pid": 7, "program": "wall\u{1B}paper", "samples": false],
                ["pid": 1234, "age": 75, "samples": true],
            ],
            "idle": nil, "news": ["a": ["b": [1, 2]]],
        ]
        let expected = """
            server:  parallaxd 0.1.0
            uptime:  1 h 2 min
            device:
              id:           iio:device0
              accel matrix: 1 0 0.50
            rate:    59.97
            clients: 2
              pid   program     samples  age
              7     wall?paper  no       -
              1234  -           yes      1 min 15 s
            idle:    none
            news:
              a:
                b: 1 2

            """
        #expect(StatusReport(reply).text == expected)
    }

    @Test func `nobody connected is no table`() {
        #expect(StatusReport(["clients": []]).text == "clients: none\n")
    }
}

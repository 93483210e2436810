import LinuxIO
import MotionCore
import Sensors
import Testing

@testable import Diagnosis

@Suite struct PublicTests {
    @Test(arguments: [
        "serial", "serial_number", "device_serial", "UUID", "product_uuid", "bt_address", "unique_id",
        "ID_SERIAL_SHORT", "HID_UNIQ", "chassis_asset_tag", "guid",
    ])
    func `an attribute that is named for an identity is left out`(name: String) {
        #expect(shown("42", of: name) == nil)
    }

    @Test(arguments: [
        ("aa:bb:cc:dd:ee:ff", "(left out)"), ("a0: 1A-BB-CC-DD-EE-FF: (x)", "a0: (left out) (x)"),
        ("uhid/12345678-9abc-def0-1234-56789abcdef0/dev", "uhid/(left out)/dev"),
        ("id-12345678-9ABC-DEF0-1234-56789ABCDEF0", "i(left out)"),
    ])
    func `an identity in a value is left out`(value: String, text: String) {
        #expect(shown(value, of: "label") == text)
    }

    @Test(arguments: [
        "0.000598 0.001197", "0020:1022:0001.000D", "1, 0, 0; 0, 1, 0; 0, 0, 1", "le:s16/16>>0",
        "/devices/platform/AMDI0010:00/i2c-0/i2c-BMI0160:00/iio:device0", "",
    ])
    func `what is none stays as it is`(value: String) {
        #expect(shown(value, of: "in_accel_scale") == value)
    }

    @Test func `long, broken and binary values are made fit for a line`() {
        #expect(shown("a\nb", of: "x") == "a | b")
        #expect(shown("a\u{1}b", of: "x") == "(binary, 3 bytes)")
        let long = shown(String(repeating: "1 ", count: 400), of: "x") ?? ""
        #expect(long.count < 230 && long.hasSuffix("... (800 bytes)"))
    }

    @Test func `only udev properties that say what becomes of the device are shown`() {
        var state = DeviceState(SensorNode(id: "iio:device0", name: "x", path: "/x", sensors: [.accel]))
        state.properties = [
            "DEVPATH": "/devices/x", "ID_SERIAL": "123", "ACCEL_LOCATION": "base", "ACCEL_SERIAL": "77",
            "IIO_SENSOR_PROXY_TYPE": "iio-poll-accel", "PARALLAXD_RATE": "104", "ID_MACHINE_ID": "1",
        ]
        state.attributes = [
            "name": .success("x"), "serial": .failure(.accessDenied), "in_accel_scale": .failure(.busy),
        ]
        #expect(
            state.publicProperties.map(\.name) == [
                "ACCEL_LOCATION", "DEVPATH", "IIO_SENSOR_PROXY_TYPE", "PARALLAXD_RATE",
            ])
        #expect(state.publicAttributes.map(\.name) == ["in_accel_scale", "name"])
        #expect(state.publicAttributes.first?.value == "(Device or resource busy)")
    }
}

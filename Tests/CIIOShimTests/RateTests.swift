import Testing

@Suite struct RateTests {
    struct Case: Sendable {
        /// What the device names and offers, nil where it offers nothing.
        var present: String, offered: String?
        var wanted: String
        /// What is written.
        var chosen: String?

        init(_ present: String, _ offered: String?, wanted: String, chosen: String?) {
            self.present = present
            self.offered = offered
            self.wanted = wanted
            self.chosen = chosen
        }
    }

    @Test(arguments: [
        Case("25.000000", "0.781250 25.000000 100.000000 200.000000", wanted: "100", chosen: "100.000000"),
        Case("25.000000", "0.781250 25.000000 100.000000 200.000000", wanted: "101", chosen: "200.000000"),
        Case("25.000000", "200 100 62.50000 25 400", wanted: "60", chosen: "62.50000"),
        Case("25.000000", "0.000000 25 50", wanted: "100", chosen: "50"),
        Case("50", "0.000000 25 50", wanted: "100", chosen: nil),
        Case("200.000000", "25 100 200", wanted: "100", chosen: nil),
        Case("0.000000", "25 100 200", wanted: "20", chosen: "25"),
        Case("unknown", "25 100 200", wanted: "100", chosen: "100"),
        Case("-1", "25 100 200", wanted: "100", chosen: "100"),
        Case("4", "[4 1 500]", wanted: "99.5", chosen: "100.000000"),
        Case("4", "[5 2.5 500]", wanted: "7", chosen: "7.500000"),
        Case("4", "[5 1 50]", wanted: "100", chosen: "50.000000"),
        // What cannot be written is not offered.
        Case("4", "[1e300 1 1e301]", wanted: "100", chosen: "100.000000"),
        Case("4", "[1e-9 1e-9 1e-8]", wanted: "100", chosen: "100.000000"),
        Case("4", "50 1e300", wanted: "100", chosen: "50"),
        Case("0.000000", nil, wanted: "62.5", chosen: "62.500000"),
        Case("0.000000", "", wanted: "100", chosen: "100.000000"),
    ])
    func `chooses the smallest rate that is enough, and puts the old one back`(rate: Case) throws {
        // Its driver has the rate for the type and, if any, one list for all.
        let fixture = try Fixture.named("hid-ish-convertible-s32")
        var options = ["--set", "iio:device0/in_accel_sampling_frequency=\(rate.present)"]
        if let offered = rate.offered {
            options += ["--set", "iio:device0/sampling_frequency_available=\(offered)"]
        }
        let probe = try Probe<Streamed>("stream buffer \(rate.wanted) 1 iio:device0 1", on: fixture, options)
        #expect(probe.report.running["iio:device0/in_accel_sampling_frequency"] == rate.chosen)
        let named = try #require(Double(rate.chosen ?? rate.present))
        #expect(probe.lines.map(\.rate) == [named])
        #expect(probe.report.changed.isEmpty)
    }

    @Test func `each sensor's own rate is raised`() throws {
        let option = ["--set", "iio:device0/in_anglvel_sampling_frequency=200.000000"]
        let probe = try Probe<Streamed>("stream poll 100 1", on: .named("rog-ally-x-bmi323"), option)
        #expect(probe.report.written == ["iio:device0/in_accel_sampling_frequency"])
        #expect(probe.lines.map(\.rate) == [100])
        #expect(probe.report.changed.isEmpty)
    }

    @Test func `a rate of the whole device is raised`() throws {
        let probe = try Probe<Streamed>("stream buffer 100 1", on: .named("phone-lsm9ds1-split"))
        for device in ["iio:device0", "iio:device1"] {
            #expect(probe.report.running["\(device)/sampling_frequency"]?.hasPrefix("119") == true)
        }
    }

    @Test func `a rate of all inputs is raised`() throws {
        let option = ["--set", "iio:device0/in_sampling_frequency=10.000000"]
        let probe = try Probe<Streamed>("stream poll 100 1", on: .named("linx1020-da280-polled"), option)
        #expect(probe.report.written == ["iio:device0/in_sampling_frequency"])
        #expect(probe.lines.map(\.rate) == [100])
        #expect(probe.report.changed.isEmpty)
    }

    @Test(arguments: ["0", "-1", "nan", "20000"])
    func `a rate that nothing can have is refused`(rate: String) throws {
        let probe = try Probe<Streamed>("stream poll \(rate) 1", on: .named("linx1020-da280-polled"))
        #expect(probe.lines.map(\.error) == [-22])
    }
}

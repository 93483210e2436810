import MotionCore
import Testing

@testable import ParallaxKit

@Suite struct MotionSettingsTests {
    private func settings(_ variables: [String: String], _ files: [String: String] = [:]) -> MotionSettings {
        MotionSettings(variables: { variables[$0] }, file: { files[$0] })
    }

    @Test(arguments: [("0", 0), ("90", 90), ("180", 180), ("270", 270)])
    func `takes the picture's angle from the environment`(text: String, degrees: Int) {
        let settings = settings(["PARALLAX_SCREEN_ANGLE": text])
        #expect(settings.screenAngle.rawValue == degrees)
        #expect(settings.complaint == nil)
    }

    @Test(arguments: ["45", "-90", "360", "left", "90.0", " 90"])
    func `says what is wrong with an angle, and what to do`(text: String) throws {
        let settings = settings(["PARALLAX_SCREEN_ANGLE": text])
        #expect(settings.screenAngle == .zero)
        let complaint = try #require(settings.complaint)
        #expect(complaint.hasPrefix("PARALLAX_SCREEN_ANGLE is \(text), which is none of 0, 90, 180 and 270"))
    }

    @Test func `without variables nothing is turned and everything moves`() {
        let settings = settings([:])
        #expect(settings.screenAngle == .zero && !settings.reducesMotion && settings.complaint == nil)
    }

    private static let off = "[Settings]\ngtk-theme-name=Adwaita\ngtk-enable-animations=false\n"

    @Test(
        arguments: [
            (["PARALLAX_REDUCE_MOTION": "1"], true), (["PARALLAX_REDUCE_MOTION": "0"], false),
            (["PARALLAX_REDUCE_MOTION": "0", "HOME": "/h"], false), (["HOME": "/h"], true),
            (["HOME": "/h", "XDG_CONFIG_HOME": "/c"], false),
            (["HOME": "/x", "XDG_CONFIG_HOME": "/h/.config"], true),
            (["PARALLAX_REDUCE_MOTION": "yes", "HOME": "/h"], true), ([:], false),
        ] as [([String: String], Bool)])
    func `the environment goes before the desktop's setting`(variables: [String: String], reduces: Bool) {
        let settings = settings(variables, ["/h/.config/gtk-4.0/settings.ini": Self.off])
        #expect(settings.reducesMotion == reduces)
    }

    @Test(arguments: [
        ("[Settings]\r\n gtk-enable-animations = 0 \r\n", true), ("gtk-enable-animations=true\n", false),
        ("#gtk-enable-animations=false\n", false), ("gtk-enable-animations=\n", false), ("", false),
        ("gtk-enable-animations=false\ngtk-enable-animations=1\n", false),
        ("gtk-enable-animations-too=false\n", false), ("=\n==\nfalse\n", false),
    ])
    func `reads GTK's settings as GTK does`(text: String, reduces: Bool) {
        #expect(settings(["HOME": "/h"], ["/h/.config/gtk-4.0/settings.ini": text]).reducesMotion == reduces)
    }
}

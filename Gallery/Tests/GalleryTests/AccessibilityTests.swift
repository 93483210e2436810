import Foundation
import ScreenSupport
import Testing

extension OnScreen {
    @Suite struct AccessibilityTests {
        /// Role and name of all that a screen reader finds.
        private func found() throws -> [(role: String, name: String)] {
            _ = try Screen.shared.get()
            let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "accessible.py")
                .path
            let built = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
            let list = Screen.folder + "/accessible"
            let status = try tool(
                "dbus-run-session",
                ["--", "/usr/bin/python3", script, built.appending(path: "parallax-gallery").path, list],
                ["GTK_A11Y": "atspi"], seconds: 60)
            let text = try String(contentsOfFile: list, encoding: .utf8)
            try #require(status == 0, "\(text)")
            return text.split(separator: "\n").compactMap { line in
                let parts = line.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
                return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
            }
        }

        @Test func `whoever cannot see it is told what each control is`() throws {
            let found = try found()
            let controls = [
                "push button", "toggle button", "switch", "slider", "list box", "list item", "button",
            ]
            let nameless = found.filter { controls.contains($0.role) && $0.name.isEmpty }
            #expect(nameless.isEmpty, "\(nameless)")
            for name in ["Recentre (R)", "Settings", "Pages", "Cities", "Mumbai, India", "Paris, France"] {
                #expect(found.contains { $0.name == name }, "\(name) is not in \(found)")
            }
        }
    }
}

import GTKGlue
import ParallaxGTK
import ScreenSupport
import Testing

@testable import parallax_gallery

extension OnScreen {
    /// The gallery beside a daemon that replays what a hand did.
    @Suite(.enabled(if: DaemonProcess.program != nil, "PARALLAXD names no daemon")) struct DaemonTests {
        private let program: String
        private let shown: Shown
        private var window: GalleryWindow { shown.window }
        private var driver: ParallaxDriver { .shared }
        private var offset: ViewerOffset { driver.pose.viewerOffset }

        init() throws {
            program = try #require(DaemonProcess.program)
            shown = try Shown()
            driver.substitute = nil
            window.show(6)
            try wait("the gallery does not see that there is no daemon") { [shown] in
                shown.window.line?.followsPointer == true
            }
        }

        /// To the right, then down, over and over.
        private var recording: HandRecording {
            var recording = HandRecording()
            for _ in 0..<20 {
                recording.rest(1.5)
                recording.turn(pitch: 0, roll: 20, holding: 2.5)
                recording.rest(1.5)
                recording.turn(pitch: 20, roll: 0, holding: 2.5)
            }
            return recording
        }

        private func start(_ recording: HandRecording) throws -> DaemonProcess {
            let daemon = try DaemonProcess(program, replaying: recording)
            try wait("the gallery does not find the daemon") { MotionManager.shared.state == .running }
            return daemon
        }

        @Test func `follows the daemon as it comes, goes and comes back`() throws {
            for _ in 1...2 {
                let daemon = try start(recording)
                try wait("the header bar does not name sensor and rate") {
                    window.line?.subtitle.hasPrefix("hand · ") == true && window.line?.hint == nil
                }
                try wait("nothing moves") { abs(offset.x) > 0.3 }
                daemon.stop()
                try wait("the gallery does not see that the daemon is gone") {
                    window.line?.subtitle == "No daemon" && window.line?.hint != nil
                }
            }
        }

        @Test func `pages look by the daemon's motion as they do by the same numbers`() throws {
            let daemon = try start(recording)
            defer { daemon.stop() }
            let poses: [(name: String, isSo: (ViewerOffset) -> Bool)] = [
                ("at rest", { abs($0.x) < 0.03 && abs($0.y) < 0.03 }),
                ("to the right", { $0.x > 0.75 && abs($0.y) < 0.1 }),
                ("down", { $0.y > 0.75 && abs($0.x) < 0.1 }),
            ]
            for (name, isSo) in poses {
                for page in window.pages {
                    driver.substitute = nil
                    try shown.show(page.name, scrolled: 0.3)
                    try wait("\(page.name) is never \(name), but \(offset)", seconds: 40) { isSo(offset) }
                    let pose = driver.pose
                    let moving = try shown.pixels(of: page)
                    try wait("\(page.name) looks otherwise \(name), at \(pose)") {
                        driver.substitute = pose
                        try settle()
                        return try shown.pixels(of: page) == moving
                    }
                }
            }
        }

        @Test(arguments: ["key r", "mousemove 258 25 click 1"])
        func `recentring makes the pose that is held the neutral one`(action: String) throws {
            var recording = HandRecording()
            for _ in 0..<20 {
                recording.rest(2)
                recording.turn(pitch: 0, roll: 15, holding: 3)
            }
            let daemon = try start(recording)
            defer { daemon.stop() }
            try shown.takeKeyboard()
            var least = 0.0
            try wait("it never turns to the right") {
                least = min(least, offset.x)
                return offset.x > 0.6
            }
            #expect(least > -0.2)
            try act(action)
            try wait("turned back it is not to the left of where it was") { offset.x < -0.4 }
        }
    }
}

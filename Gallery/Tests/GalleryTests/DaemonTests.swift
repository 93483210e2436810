import GTKGlue
import ParallaxGTK
import ScreenSupport
import Testing

@testable import parallax_gallery

extension OnScreen {
    @Suite struct DaemonTests {
        @Test(.enabled(if: DaemonProcess.program != nil, "PARALLAXD names no daemon"))
        func `follows the daemon as it comes, goes and comes back`() throws {
            let program = try #require(DaemonProcess.program)
            let shown = try Shown()
            let driver = ParallaxDriver.shared
            driver.substitute = nil
            let window = shown.window
            window.show(6)
            try wait("the gallery does not see that there is no daemon") {
                window.line?.followsPointer == true
            }
            for _ in 1...2 {
                let daemon = try DaemonProcess(program)
                try wait("the gallery does not find the daemon") { MotionManager.shared.state == .running }
                try wait("the header bar does not name sensor and rate") {
                    window.line?.subtitle.hasSuffix(" Hz") == true && window.line?.hint == nil
                }
                try wait("nothing moves") { abs(driver.pose.viewerOffset.x) > 0.1 }
                let before = driver.pose
                run(seconds: 0.4)
                #expect(driver.pose != before)
                daemon.stop()
                try wait("the gallery does not see that the daemon is gone") {
                    window.line?.subtitle == "No daemon" && window.line?.hint != nil
                }
            }
        }
    }
}

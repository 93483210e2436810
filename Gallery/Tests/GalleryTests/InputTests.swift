import Foundation
import GTKGlue
import ParallaxGTK
import ScreenSupport
import Testing

@testable import parallax_gallery

/// Moves pointer, keys and windows as somebody would; GTK hears of it as the loop runs.
func act(_ words: String) throws {
    try #require(try tool("xdotool", words.split(separator: " ").map(String.init)) == 0, "xdotool \(words)")
    run(seconds: 0.1)
}

extension OnScreen {
    @Suite struct InputTests {
        private let shown: Shown
        private var window: GalleryWindow { shown.window }

        init() throws {
            shown = try Shown()
            try shown.takeKeyboard()
            try wait("the gallery does not see that there is no daemon") { [shown] in
                shown.window.line?.followsPointer == true
            }
        }

        private func show(_ name: String) throws -> Page {
            let place = try #require(window.pages.firstIndex { $0.name == name })
            window.show(place)
            try settle()
            return window.pages[place]
        }

        @Test func `the pointer is followed where there is no daemon`() throws {
            _ = try show("landscape")
            try act("mousemove 350 400 mousemove 360 400")
            let offset = try #require(ParallaxDriver.shared.substitute).viewerOffset
            #expect(offset.x > 0.85 && abs(offset.y) < 0.35)
            try act("mousemove 30 600")
            try wait("the picture does not follow") {
                ParallaxDriver.shared.pose.viewerOffset.x < -0.8
                    && ParallaxDriver.shared.pose.viewerOffset.y > 0.7
            }
        }

        @Test func `cards are dragged, wheeled and keyed from one to the next`() throws {
            let scroller = try #require(try show("cards").scroller)
            let pitch = scroller.extent / Double(Card.cities.count - 1)
            func restsAt(_ card: Double) throws {
                try wait("the card \(card) does not come to rest, but \(scroller.offset / pitch)") {
                    abs(scroller.offset - card * pitch) < 0.01
                }
            }
            try act("mousemove 300 400 mousedown 1 mousemove 250 400 mousemove 180 400 mousemove 100 400")
            #expect(scroller.offset > 0.4 * pitch)
            // Held still, else it would be thrown farther.
            run(seconds: 0.2)
            try act("mouseup 1")
            try restsAt(1)
            try act("click 5")
            try restsAt(2)
            try act("key Right")
            try restsAt(3)
            try act("key End")
            try restsAt(4)
            try act("key Home")
            try restsAt(0)
        }

        @Test func `a header that is pulled springs back`() throws {
            let scroller = try #require(try show("header").scroller)
            try act("mousemove 180 400 mousedown 1 mousemove 180 450 mousemove 180 520")
            #expect(scroller.offset < -30)
            try act("mouseup 1")
            try wait("it does not spring back") { scroller.offset == 0 }
            try act("key Down key Down")
            try wait("it does not scroll") { abs(scroller.offset - 120) < 0.01 }
        }

        @Test func `a button is pressed where it is seen`() throws {
            _ = try show("button")
            #expect(window.pages[0].status?() == "Not pressed yet")
            try act("mousemove 190 350 click 1")
            try wait("the button is not pressed") { window.pages[0].status?() == "Pressed once" }
        }

        @Test func `settings weaken the motion and stop it`() throws {
            let driver = ParallaxDriver.shared
            defer { (driver.strength, driver.reducesMotion) = (1, false) }
            _ = try show("landscape")
            try act("mousemove 355 400")
            try wait("the pointer is not followed") { driver.pose.viewerOffset.x > 0.9 }
            try act("mousemove 298 25 click 1")
            run(seconds: 0.4)
            for _ in 0..<4 { try act("key Left") }
            try wait("the slider does not weaken it, but \(driver.strength)") {
                abs(driver.strength - 0.8) < 1e-9 && abs(driver.pose.viewerOffset.x) < 0.8
            }
            try act("key Tab")
            try act("key Return")
            try wait("the switch does not stop it") {
                driver.reducesMotion && driver.pose.viewerOffset == .zero
            }
            try act("key Return")
            try wait("the switch does not let it go on") { driver.pose.viewerOffset != .zero }
            try act("key Escape")
        }

        @Test func `keys turn pages and end it`() throws {
            _ = try show("button")
            try act("key ctrl+Next")
            #expect(window.shown == 1)
            try act("key ctrl+Prior")
            #expect(window.shown == 0)
            try act("key ctrl+q")
            try wait("it does not end") { !window.isOpen }
        }
    }
}

import CAdwaita
import CGtk
import GTKGlue
import ParallaxGTK
import ScreenSupport
import Testing

@testable import parallax_gallery

extension OnScreen {
    /// The window among others, as a window manager and people treat it.
    @Suite struct WindowTests {
        private let shown: Shown
        private var window: GalleryWindow { shown.window }
        private var size: [Int] { [window.widget.size.width, window.widget.size.height] }

        init() throws {
            shown = try Shown()
            try shown.takeKeyboard()
        }

        @Test func `F11 fills the screen, and gives it back`() throws {
            try act("key F11")
            try wait("it does not fill the screen, but \(size)") { size == [1920, 1200] }
            try shown.expectNoEdges()
            try act("key F11")
            try wait("it does not shrink again, but \(size)") { size == [360, 640] }
            try shown.expectNoEdges()
        }

        @Test func `as large as it was, it looks as it did`() throws {
            for page in window.pages {
                let before = try shown.picture(of: page.name, x: 0.5, y: -0.5, scrolled: 0.2)
                for (width, height) in [(1000, 900), (500, 380), (371, 650), (370, 650)] {
                    try act("search --onlyvisible --name ^Parallax$ windowsize \(width) \(height)")
                    // While the list comes or goes the least width of the window changes.
                    run(seconds: 0.4)
                }
                try wait("it is not resized, but \(size)") { size == [360, 640] }
                let after = try shown.picture(of: page.name, x: 0.5, y: -0.5, scrolled: 0.2)
                #expect(after.pixels == before.pixels, "\(page.name)")
            }
        }

        @Test func `on a phone the list leads to each page, also to the one that was shown`() throws {
            for page in [1, 1, 4] {
                try act("mousemove 25 25 click 1")
                try wait("the way back does not lead to the list") { window.list.isMapped }
                run(seconds: 0.4)
                let row = gtk_list_box_get_row_at_index(window.list.opaque, CInt(page))
                var bounds = graphene_rect_t()
                try #require(
                    gtk_widget_compute_bounds(
                        UnsafeMutableRawPointer(row)?.assumingMemoryBound(to: GtkWidget.self),
                        window.widget.pointer, &bounds) != 0)
                try act("mousemove 100 \(Int(bounds.origin.y) + 20) click 1")
                try wait("page \(page) is not shown, but \(window.shown)") {
                    !window.list.isMapped && window.shown == page
                }
            }
        }

        @Test func `light and dark is as the desktop has it`() throws {
            let manager = adw_style_manager_get_default()
            func brightness() throws -> Int {
                let picture = try shown.picture(of: "button")
                let colour = picture.colour(x: 30, y: picture.height - 30)
                return Int(colour & 0xff)
            }
            defer { adw_style_manager_set_color_scheme(manager, ADW_COLOR_SCHEME_DEFAULT) }
            adw_style_manager_set_color_scheme(manager, ADW_COLOR_SCHEME_FORCE_DARK)
            try wait("it does not become dark") { try brightness() < 60 }
            adw_style_manager_set_color_scheme(manager, ADW_COLOR_SCHEME_FORCE_LIGHT)
            try wait("it does not become light") { try brightness() > 220 }
        }
    }
}

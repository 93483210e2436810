import CGtk
import GTKGlue
import ParallaxGTK
import ScreenSupport
import Testing

@testable import parallax_gallery

/// All that has a window runs in here: a process has one display and one loop.
@Suite(.serialized) struct OnScreen {}

/// The gallery's window, in which a page of 360×640 pixels or so is shown.
final class Shown {
    let window: GalleryWindow

    init(width: Int = 360, height: Int = 640) throws {
        _ = try Screen.shared.get()
        ParallaxDriver.shared.transition = 0
        window = try GalleryWindow()
        // A border is drawn around it where no window manager draws one.
        window.present(width: width + 10, height: height + 10)
        try wait("the window is not shown") { [window] in
            window.widget.isMapped && window.widget.size.width == width
        }
        run(seconds: 0.5)
    }

    isolated deinit { if window.isOpen { destroy(window.widget) } }

    /// Puts the window into the upper left corner, and has keys go to it.
    func takeKeyboard() throws {
        try act("search --onlyvisible --name ^Parallax$ windowmove 0 0 windowfocus")
    }

    /// Where a page is in the window's picture.
    private func area(of page: Page, in picture: Screenshot) throws -> (
        columns: Range<Int>, rows: Range<Int>
    ) {
        var bounds = graphene_rect_t()
        try #require(gtk_widget_compute_bounds(page.widget.pointer, window.widget.pointer, &bounds) != 0)
        let edge = (picture.width - window.widget.size.width) / 2
        let left = edge + Int(bounds.origin.x), top = edge + Int(bounds.origin.y)
        return (left..<left + Int(bounds.size.width), top..<top + Int(bounds.size.height))
    }

    /// The pixels along the edges of a page: what is not covered begins there.
    func border(of page: String, in picture: Screenshot) throws -> [(x: Int, y: Int)] {
        let page = try #require(window.pages.first { $0.name == page })
        let (columns, rows) = try area(of: page, in: picture)
        return columns.flatMap { [($0, rows.lowerBound), ($0, rows.upperBound - 1)] }
            + rows.flatMap { [(columns.lowerBound, $0), (columns.upperBound - 1, $0)] }
    }

    /// Shows a page, and where on it.
    func show(_ page: String, scrolled: Double = 0) throws {
        let place = try #require(window.pages.firstIndex { $0.name == page })
        window.show(place)
        // What scrolls knows how far only when it was laid out.
        try settle()
        if let scroller = window.pages[place].scroller { scroller.jump(to: scrolled * scroller.extent) }
        try settle()
    }

    /// Shows a page as it is at a tilt, and scrolled; returns its picture.
    func picture(of page: String, x: Double = 0, y: Double = 0, scrolled: Double = 0) throws -> Screenshot {
        ParallaxDriver.shared.substitute = ParallaxPose(turnedBy: ViewerOffset(x: x, y: y))
        try show(page, scrolled: scrolled)
        return try #require(Screenshot(of: window.widget))
    }

    /// What is seen now of a page that is shown, without the bars about it.
    func pixels(of page: Page) throws -> [UInt8] {
        let picture = try #require(Screenshot(of: window.widget))
        let area = try area(of: page, in: picture)
        return area.rows.flatMap { (row: Int) -> ArraySlice<UInt8> in
            let start = 4 * (row * picture.width + area.columns.lowerBound)
            return picture.pixels[start..<start + 4 * area.columns.count]
        }
    }
}

extension OnScreen {
    @Suite struct PageTests {
        @Test(arguments: ["scroll", "street", "cards", "header", "landscape"])
        func `a page goes as far as the pose says, and comes back to the same picture`(page: String) throws {
            let shown = try Shown()
            let resting = try shown.picture(of: page)
            let tilted = try shown.picture(of: page, x: 1, y: 1, scrolled: 1)
            let again = try shown.picture(of: page)
            #expect(resting.pixels == again.pixels)
            #expect(resting.pixels != tilted.pixels)
        }

        @Test func `a moving frame asks nothing of pictures and ancestors`() throws {
            let shown = try Shown()
            for (place, page) in shown.window.pages.enumerated() {
                for step in 0...1 { _ = try shown.picture(of: page.name, x: Double(step), scrolled: 0.1) }
                let pictures = bodies(in: page.widget).compactMap { $0 as? PictureView }
                #expect(!pictures.isEmpty)
                let before = pictures.map(\.counts), ancestor = shown.window.meter.counts
                for step in 1...10 {
                    ParallaxDriver.shared.substitute = ParallaxPose(
                        viewerOffset: ViewerOffset(x: Double(step) / 10, y: 0.5), pitch: 0.1 * Double(step))
                    if let scroller = shown.window.pages[place].scroller {
                        scroller.jump(to: scroller.extent * (0.1 + 0.01 * Double(step)))
                    }
                    try settle()
                }
                #expect(pictures.map(\.counts) == before, "\(page.name)")
                let after = shown.window.meter.counts
                #expect(after.measures == ancestor.measures && after.snapshots > ancestor.snapshots)
            }
        }

        @Test func `nothing is drawn for ten seconds while nothing moves`() throws {
            let shown = try Shown()
            _ = try shown.picture(of: "landscape", x: 0.3)
            let before = shown.window.meter.counts
            run(seconds: 10)
            #expect(shown.window.meter.counts == before)
        }
    }
}

/// The bodies of a widget and of all below it.
private func bodies(in widget: Widget) -> [WidgetBody] {
    var found = WidgetBody.of(widget).map { [$0] } ?? []
    var child = gtk_widget_get_first_child(widget.pointer)
    while let next = child {
        found += bodies(in: Widget(next))
        child = gtk_widget_get_next_sibling(next)
    }
    return found
}

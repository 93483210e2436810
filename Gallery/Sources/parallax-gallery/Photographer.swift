import GTKGlue
import Glibc
import ParallaxGTK

/// Takes pictures of the window, page by page.
final class Photographer {
    /// What is to be seen in a picture.
    private struct Shot {
        var name: String
        var page: Int
        var offset: ViewerOffset
        var scrolled = 0.0
    }

    /// Frames between a change and its picture: what is queued is drawn by then.
    private static let patience = 4

    private let window: GalleryWindow
    private let folder: String
    private var shots: [Shot] = []
    private var waited = 0

    /// Pictures of all pages, and of the last one as the device is turned once around.
    init(_ window: GalleryWindow, folder: String) {
        self.window = window
        self.folder = folder
        for (place, page) in window.pages.enumerated() {
            shots.append(Shot(name: page.name, page: place, offset: ViewerOffset(x: 0.5, y: -0.3)))
            if page.scroller != nil {
                shots.append(
                    Shot(
                        name: page.name + "-scrolled", page: place, offset: ViewerOffset(x: 0.5, y: -0.3),
                        scrolled: 0.4))
            }
        }
        for frame in 0..<48 {
            let turn = 2 * Double.pi * Double(frame) / 48
            let number = (frame < 10 ? "0" : "") + "\(frame)"
            shots.append(
                Shot(
                    name: "turn-" + number, page: window.pages.count - 1,
                    offset: ViewerOffset(x: sin(turn), y: 0.6 * cos(turn))))
        }
    }

    /// Takes them; `ended` hears why that failed, or nil.
    func start(ended: @escaping (String?) -> Void) {
        ParallaxDriver.shared.transition = 0
        pose()
        window.widget.addTick { [self] _ in
            waited += 1
            guard waited > Photographer.patience else { return true }
            // In a frame for which nothing was drawn yet there is nothing to take.
            guard let picture = Screenshot(of: window.widget) else { return true }
            let path = folder + "/" + shots[0].name + ".png"
            guard picture.write(to: path) else {
                ended("\(path) cannot be written")
                return false
            }
            shots.removeFirst()
            guard !shots.isEmpty else {
                ended(nil)
                return false
            }
            pose()
            return true
        }
    }

    private func pose() {
        let shot = shots[0]
        waited = 0
        window.show(shot.page)
        ParallaxDriver.shared.substitute = ParallaxPose(turnedBy: shot.offset)
        if let scroller = window.pages[shot.page].scroller {
            scroller.jump(to: shot.scrolled * scroller.extent)
        }
    }
}

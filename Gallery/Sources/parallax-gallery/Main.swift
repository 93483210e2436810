import CAdwaita
import CGtk
import GTKGlue
import Glibc
import ParallaxGTK

@main enum Main {
    /// What the desktop knows it by.
    private static let name = "io.github.parallaxd.Gallery"
    private static var window: GalleryWindow?
    private static var photographer: Photographer?

    static func main() {
        let options: Options
        do throws(Options.Usage) { options = try Options(CommandLine.arguments.dropFirst()) } catch {
            fail(error.reason, EX_USAGE)
        }
        if options.wantsHelp {
            print(Options.help, terminator: "")
            return
        }
        // Without a GPU, GTK's own choice of renderer takes ten times as long for a frame.
        if unsafe g_file_test("/dev/dri/renderD128", G_FILE_TEST_EXISTS) == 0 {
            unsafe setenv("GSK_RENDERER", "cairo", 0)
        }
        run(options)
    }

    private static func run(_ options: Options) {
        // What measures or takes pictures is not to end up in a gallery that runs already.
        let flags =
            options.seconds == nil && options.pictures == nil
            ? G_APPLICATION_DEFAULT_FLAGS : G_APPLICATION_NON_UNIQUE
        guard let application = unsafe adw_application_new(name, flags) else {
            fail("GTK makes no application", EX_UNAVAILABLE)
        }
        let pointer = UnsafeMutableRawPointer(application)
        unsafe on(pointer, "activate") {
            if window == nil { unsafe open(pointer.assumingMemoryBound(to: GtkApplication.self), options) }
            window?.present(width: options.width, height: options.height)
        }
        exit(unsafe g_application_run(pointer.assumingMemoryBound(to: GApplication.self), 0, nil))
    }

    private static func open(_ application: UnsafeMutablePointer<GtkApplication>, _ options: Options) {
        let made: GalleryWindow
        do throws(ParallaxSettingError) { made = try unsafe GalleryWindow(application: application) } catch {
            fail("an effect cannot be made: \(error)", EX_SOFTWARE)
        }
        window = made
        if let page = options.page {
            guard let place = made.pages.firstIndex(where: { $0.name == page }) else {
                fail("there is no page “\(page)”: see --help", EX_USAGE)
            }
            made.show(place)
        }
        if let folder = options.pictures { photograph(made, folder) }
        if let seconds = options.seconds { measure(made, seconds, scrolls: options.scrolls) }
    }

    private static func photograph(_ window: GalleryWindow, _ folder: String) {
        photographer = Photographer(window, folder: folder)
        // The first frames of a window are for its layout, and for what is said of the daemon.
        every(milliseconds: 1000) {
            photographer?.start { complaint in
                if let complaint { fail(complaint, EX_CANTCREAT) }
                window.close()
            }
            return false
        }
    }

    private static func measure(_ window: GalleryWindow, _ seconds: Double, scrolls: Bool) {
        // The first second is for painting what is painted once.
        every(milliseconds: 1000) {
            window.meter.start()
            if scrolls, let scroller = window.pages[window.shown].scroller {
                every(milliseconds: 700) {
                    scroller.go(to: scroller.offset > scroller.extent / 2 ? 0 : scroller.extent)
                    return true
                }
            }
            every(milliseconds: Int(1000 * seconds)) {
                print("\(window.pages[window.shown].name): \(window.meter.report)")
                window.close()
                return false
            }
            return false
        }
    }

    private static func fail(_ reason: String, _ status: CInt) -> Never {
        let line = "parallax-gallery: \(reason)\n"
        unsafe write(STDERR_FILENO, line, line.utf8.count)
        exit(status)
    }
}

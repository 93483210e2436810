import CAdwaita
import CGtk
import GTKGlue
import Glibc
import ParallaxGTK

@main enum Main {
    private static let name = "io.github.parallaxd.Gallery"
    private static var window: GalleryWindow?

    static func main() {
        // Without a GPU, GTK's own choice of renderer takes ten times as long for a frame.
        if unsafe g_file_test("/dev/dri/renderD128", G_FILE_TEST_EXISTS) == 0 {
            unsafe setenv("GSK_RENDERER", "cairo", 0)
        }
        guard let application = unsafe adw_application_new(name, G_APPLICATION_DEFAULT_FLAGS) else {
            fail("there is no application of GTK's")
        }
        unsafe on(application, "activate") {
            if window == nil {
                unsafe open(
                    unsafe UnsafeMutableRawPointer(application).assumingMemoryBound(to: GtkApplication.self))
            }
            window?.present()
        }
        let status = unsafe g_application_run(
            UnsafeMutableRawPointer(application).assumingMemoryBound(to: GApplication.self), CommandLine.argc,
            CommandLine.unsafeArgv)
        exit(status)
    }

    private static func open(_ application: UnsafeMutablePointer<GtkApplication>) {
        do throws(ParallaxSettingError) { window = try unsafe GalleryWindow(application: application) } catch
        {
            fail("an effect cannot be made: \(error)")
        }
    }

    private static func fail(_ reason: String) -> Never {
        let line = "parallax-gallery: \(reason)\n"
        unsafe write(STDERR_FILENO, line, line.utf8.count)
        exit(70)
    }
}

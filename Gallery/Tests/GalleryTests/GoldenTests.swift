import CGtk
import Foundation
import GTKGlue
import ParallaxGTK
import ScreenSupport
import Testing

@testable import parallax_gallery

/// A picture at half its size, so that what renderers do at edges differently counts less.
private struct Halved {
    var width, height: Int
    var pixels: [UInt8]

    init(_ picture: Screenshot) {
        let width = picture.width / 2, height = picture.height / 2
        let source = picture.pixels, stride = 4 * picture.width
        var pixels = [UInt8](repeating: 255, count: 4 * width * height)
        for y in 0..<height {
            for x in 0..<width {
                let from = 2 * y * stride + 8 * x
                for part in 0..<3 {
                    let sum =
                        Int(source[from + part]) + Int(source[from + 4 + part])
                        + Int(source[from + stride + part])
                        + Int(source[from + stride + 4 + part])
                    pixels[4 * (y * width + x) + part] = UInt8(sum / 4)
                }
            }
        }
        (self.width, self.height, self.pixels) = (width, height, pixels)
    }

    init?(file: String) {
        guard let texture = gdk_texture_new_from_filename(file, nil) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(texture)) }
        width = Int(gdk_texture_get_width(texture))
        height = Int(gdk_texture_get_height(texture))
        pixels = [UInt8](repeating: 0, count: 4 * width * height)
        gdk_texture_download(texture, &pixels, gsize(4 * width))
    }

    func write(to file: String) -> Bool {
        let bytes = g_bytes_new(pixels, gsize(pixels.count))
        let texture = gdk_memory_texture_new(
            CInt(width), CInt(height), GDK_MEMORY_B8G8R8A8_PREMULTIPLIED, bytes, gsize(4 * width))
        defer {
            g_object_unref(UnsafeMutableRawPointer(texture))
            g_bytes_unref(bytes)
        }
        return gdk_texture_save_to_png(texture, file) != 0
    }

    /// The share of pixels that differ by more than a shade.
    func difference(from other: Halved) -> Double {
        guard width == other.width, height == other.height else { return 1 }
        var different = 0
        for pixel in 0..<width * height
        where (4 * pixel..<4 * pixel + 3).contains(where: {
            abs(Int(pixels[$0]) - Int(other.pixels[$0])) > 20
        }) {
            different += 1
        }
        return Double(different) / Double(width * height)
    }
}

/// A page as it is to be seen.
struct View: CustomTestStringConvertible {
    var page: String
    var x = 0.0, y = 0.0, scrolled = 0.0

    var testDescription: String { name }
    var name: String { "\(page)-\(Int(x))\(Int(y))-\(Int(100 * scrolled))" }

    nonisolated static let all = ["button", "square", "scroll", "street", "cards", "header", "landscape"]
        .flatMap {
            page in
            let tilted = [View(page: page), View(page: page, x: 1), View(page: page, y: 1)]
            let isScrolled = ["scroll", "street", "cards", "header"].contains(page)
            return tilted
                + (isScrolled ? [View(page: page, scrolled: 0.4), View(page: page, scrolled: 1)] : [])
        }
}

extension OnScreen {
    /// `GALLERY_GOLDENS=record` makes the pictures anew: look at them before they are committed.
    @Suite struct GoldenTests {
        nonisolated private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(
                path: "Goldens"
            ).path
        nonisolated private static let records =
            ProcessInfo.processInfo.environment["GALLERY_GOLDENS"] == "record"

        @Test func `pages look as they did`() throws {
            let shown = try Shown()
            for view in View.all {
                let picture = Halved(
                    try shown.picture(of: view.page, x: view.x, y: view.y, scrolled: view.scrolled))
                let file = GoldenTests.folder + "/" + view.name + ".png"
                if GoldenTests.records {
                    #expect(picture.write(to: file))
                } else {
                    let golden = try #require(Halved(file: file), "there is no \(file)")
                    let share = picture.difference(from: golden)
                    #expect(share < 0.01, "\(view.name) differs in \(100 * share) % of its pixels")
                }
            }
        }

        @Test func `what looks different is seen`() throws {
            let shown = try Shown()
            for page in ["button", "square", "scroll", "street", "cards", "landscape"] {
                let one = Halved(try shown.picture(of: page)),
                    other = Halved(try shown.picture(of: page, x: 1))
                #expect(one.difference(from: other) > 0.01, "\(page)")
            }
        }
    }
}

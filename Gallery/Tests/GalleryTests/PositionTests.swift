import CGtk
import GTKGlue
import ParallaxGTK
import ScreenSupport
import Testing

@testable import parallax_gallery

extension Screenshot {
    /// The first column, between two rows, in which some pixel is so.
    fileprivate func firstColumn(rows: Range<Int>, where isSo: (UInt32) -> Bool) -> Int? {
        (0..<width).first { x in rows.contains { isSo(colour(x: x, y: $0)) } }
    }

    /// The first row in which some pixel is so.
    fileprivate func firstRow(where isSo: (UInt32) -> Bool) -> Int? {
        (0..<height).first { y in (0..<width).contains { isSo(colour(x: $0, y: y)) } }
    }
}

/// Red, green and blue.
private func parts(_ colour: UInt32) -> (red: Int, green: Int, blue: Int) {
    (Int(colour >> 16), Int(colour >> 8 & 0xff), Int(colour & 0xff))
}

extension OnScreen {
    /// What is moved in a page's picture, against what ParallaxKit says.
    @Suite struct PositionTests {
        @Test func `the button's face goes ten points and the square by the angles`() throws {
            let shown = try Shown()
            func isFace(_ colour: UInt32) -> Bool { parts(colour).blue > 200 && parts(colour).red < 160 }
            func isSquare(_ colour: UInt32) -> Bool { parts(colour).red > 240 && parts(colour).blue < 120 }
            for (page, isIt, across, down) in [
                ("button", isFace, 10.0, 10.0), ("square", isSquare, 60 * 0.35, 60 * 0.35),
            ] {
                let resting = try shown.picture(of: page)
                let right = try shown.picture(of: page, x: 1)
                let low = try shown.picture(of: page, y: 1)
                let rows = 200..<560
                let left = try #require(resting.firstColumn(rows: rows, where: isIt))
                let top = try #require(resting.firstRow(where: isIt))
                let movedLeft = try #require(right.firstColumn(rows: rows, where: isIt))
                let movedTop = try #require(low.firstRow(where: isIt))
                #expect(abs(Double(movedLeft - left) - across) <= 1)
                #expect(abs(Double(movedTop - top) - down) <= 1)
                #expect(try #require(low.firstColumn(rows: rows, where: isIt)) == left)
            }
        }

        @Test func `the car stands still on the screen as one drives, and goes with tilt`() throws {
            let shown = try Shown()
            func isCar(_ colour: UInt32) -> Bool {
                let (red, green, blue) = parts(colour)
                return red > 150 && green < 90 && blue < 80
            }
            let resting = try shown.picture(of: "street")
            let rows = 480..<620
            let left = try #require(resting.firstColumn(rows: rows, where: isCar))
            for scrolled in [0.3, 1] {
                let driven = try shown.picture(of: "street", scrolled: scrolled)
                #expect(abs(try #require(driven.firstColumn(rows: rows, where: isCar)) - left) <= 1)
                #expect(driven.pixels != resting.pixels)
            }
            let tilted = try shown.picture(of: "street", x: 1)
            #expect(abs(try #require(tilted.firstColumn(rows: rows, where: isCar)) - left - 6) <= 1)
        }

        @Test(arguments: [(360, 640), (1910, 1190)])
        func `no edge of a layer is seen at the extremes`(size: (Int, Int)) throws {
            let shown = try Shown(width: size.0, height: size.1)
            addStyle("stack { background: #ff00ff; } .parallax-night { background: none; }")
            defer { addStyle("stack { background: none; } .parallax-night { background: #14152c; }") }
            for page in ["scroll", "street", "header", "landscape"] {
                for (scrolled, tilt) in [
                    (0.0, (1.0, 1.0)), (0, (-1, -1)), (0.5, (1, -1)), (1, (-1, 1)), (1, (1, -1)),
                ] {
                    let picture = try shown.picture(of: page, x: tilt.0, y: tilt.1, scrolled: scrolled)
                    let bare = try shown.border(of: page, in: picture).filter { x, y in
                        let (red, green, blue) = parts(picture.colour(x: x, y: y))
                        return min(red, blue) > 240 && green < 15
                    }
                    #expect(bare.isEmpty, "\(page) at \(tilt), scrolled by \(scrolled)")
                }
            }
        }
    }
}

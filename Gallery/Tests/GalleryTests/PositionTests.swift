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

    /// Where what is so has its top, below the bar: the middle of what is first in its upper row.
    fileprivate func top(of isSo: (UInt32) -> Bool) -> LayoutPoint? {
        for y in 60..<height {
            let columns = (0..<width).filter { isSo(colour(x: $0, y: y)) }
            guard columns.count > 3 else { continue }
            let end = columns.indices.first { columns[$0] - columns[0] != $0 } ?? columns.count
            return LayoutPoint(x: Double(columns[0] + columns[end - 1]) / 2, y: Double(y))
        }
        return nil
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

        @Test func `what stands out on a page goes as far as its layer`() throws {
            let shown = try Shown()
            func isSun(_ colour: UInt32) -> Bool {
                let (red, green, blue) = parts(colour)
                return red > 250 && (238...253).contains(green) && (195...235).contains(blue)
            }
            func isNearPine(_ colour: UInt32) -> Bool {
                let (red, green, blue) = parts(colour)
                return red < 22 && green < 24 && (35...48).contains(blue)
            }
            func top(
                _ page: String, of isSo: (UInt32) -> Bool, x: Double = 0, y: Double = 0, scrolled: Double = 0
            ) throws -> LayoutPoint {
                let found = try shown.picture(of: page, x: x, y: y, scrolled: scrolled).top(of: isSo)
                return try #require(found, "it does not stand out on \(page)")
            }
            // Each to the side on which it stays in sight.
            for (page, isSo, side, x, y) in [
                ("landscape", isNearPine, -1.0, 0.45 * 44, 0.45 * 30), ("cards", isSun, 1, -14, -10),
            ] {
                let resting = try top(page, of: isSo), turned = try top(page, of: isSo, x: side)
                let down = try top(page, of: isSo, y: 1)
                #expect(
                    abs(turned.x - resting.x - side * x) <= 1 && abs(turned.y - resting.y) <= 1, "\(page)")
                #expect(abs(down.y - resting.y - y) <= 1 && abs(down.x - resting.x) <= 1, "\(page)")
            }
            let resting = try top("header", of: isSun), scrolled = try top("header", of: isSun, scrolled: 0.3)
            let offset = try #require(shown.window.pages.first { $0.name == "header" }?.scroller).offset
            let lag = try ParallaxHeader(height: 300).appearance(minY: -offset).placement.offset.y
            #expect(offset > 50)
            #expect(abs(scrolled.y - resting.y - (lag - offset)) <= 1)
        }

        @Test func `no edge of a layer is seen at the extremes`() throws {
            try Shown().expectNoEdges()
        }
    }
}

extension Shown {
    /// At the extremes of tilt and scrolling, with what lies behind the layers painted pink.
    func expectNoEdges(_ location: SourceLocation = #_sourceLocation) throws {
        addStyle("stack { background: #ff00ff; } .parallax-night { background: none; }")
        defer { addStyle("stack { background: none; } .parallax-night { background: #14152c; }") }
        for page in ["scroll", "street", "header", "landscape"] {
            for (scrolled, tilt) in [
                (0.0, (1.0, 1.0)), (0, (-1, -1)), (0.5, (1, -1)), (1, (-1, 1)), (1, (1, -1)),
            ] {
                let picture = try picture(of: page, x: tilt.0, y: tilt.1, scrolled: scrolled)
                let bare = try border(of: page, in: picture).filter { x, y in
                    let (red, green, blue) = parts(picture.colour(x: x, y: y))
                    return min(red, blue) > 240 && green < 15
                }
                #expect(
                    bare.isEmpty, "\(page) at \(tilt), scrolled by \(scrolled)", sourceLocation: location)
            }
        }
    }
}

import Testing

@testable import parallax_gallery

@Suite struct OptionsTests {
    @Test func `reads what is asked for`() throws {
        let options = try Options(["--page", "cards", "--size", "360x640", "--measure", "2.5", "--scroll"])
        #expect(options.page == "cards" && options.width == 360 && options.height == 640)
        #expect(options.seconds == 2.5 && options.scrolls && options.pictures == nil)
        #expect(try Options(["--pictures", "here"]).pictures == "here")
        #expect(try Options([String]()) == Options())
    }

    @Test(arguments: [
        ["--page"], ["--size", "360"], ["--size", "5x5"], ["--size", "axb"], ["--measure", "0"],
        ["--measure", "soon"], ["--colour"], ["cards"],
    ])
    func `refuses what it does not know`(arguments: [String]) {
        #expect(throws: Options.Usage.self) { try Options(arguments) }
    }
}

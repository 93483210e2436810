/// What the command line asks for.
struct Options: Equatable {
    /// The page that is shown first.
    var page: String?
    /// Of the window, in pixels of the application.
    var width = 960, height = 640
    /// For how many seconds frames are measured, after which the program ends.
    var seconds: Double?
    /// Whether what can be scrolled is, while frames are measured.
    var scrolls = false
    /// Where pictures of all pages are written, after which the program ends.
    var pictures: String?
    var wantsHelp = false

    /// Why they are refused, for people.
    struct Usage: Error, Equatable {
        var reason: String
    }

    static let help = """
        parallax-gallery [--page NAME] [--size WIDTHxHEIGHT]
                         [--measure SECONDS [--scroll]] [--pictures DIRECTORY]

        Shows what moves with the device, by parallaxd's motion, or by the pointer where there is none.

          --page NAME           begin with button, square, scroll, street, cards, header or landscape
          --size WIDTHxHEIGHT   of the window
          --measure SECONDS     print what frames cost, and end
          --scroll              scroll meanwhile
          --pictures DIRECTORY  write pictures of all pages there, and end

        R recentres, F11 fills the screen, Control with Page Up and Page Down turns pages, Control and Q ends.

        """

    init() {}

    /// Without the program's name.
    init(_ arguments: some Sequence<String>) throws(Usage) {
        var rest = Array(arguments)[...]
        while let option = rest.popFirst() {
            switch option {
            case "--help": wantsHelp = true
            case "--scroll": scrolls = true
            case "--page": page = try Options.value(of: option, &rest)
            case "--pictures": pictures = try Options.value(of: option, &rest)
            case "--size":
                let parts = try Options.value(of: option, &rest).split(separator: "x").compactMap { Int($0) }
                guard parts.count == 2, parts.allSatisfy((100...10_000).contains) else {
                    throw Usage(reason: "--size is to be like 360x640, each 100 to 10000")
                }
                (width, height) = (parts[0], parts[1])
            case "--measure":
                let text = try Options.value(of: option, &rest)
                guard let number = Double(text), (1...3600).contains(number) else {
                    throw Usage(reason: "--measure is to be 1 to 3600 seconds, not “\(text)”")
                }
                seconds = number
            default: throw Usage(reason: "there is no option “\(option)”: see --help")
            }
        }
    }

    private static func value(of option: String, _ rest: inout ArraySlice<String>) throws(Usage) -> String {
        guard let value = rest.popFirst() else { throw Usage(reason: "\(option) needs a value: see --help") }
        return value
    }
}

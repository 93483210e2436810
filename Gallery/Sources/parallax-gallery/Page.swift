import GTKGlue
import ParallaxGTK

/// One page of the gallery.
struct Page {
    /// For the command line and for pictures.
    let name: String
    let title: String
    let widget: Widget
    /// What is scrolled on it, if anything is.
    var scroller: Scroller?
    /// What it says of what was done on it.
    var status: (() -> String)?

    /// All of them, in the order in which they are listed.
    static func all() throws(ParallaxSettingError) -> [Page] {
        [
            try button(), try square(), try scroll(), try street(), try cards(), try header(),
            try landscape(),
        ]
    }
}

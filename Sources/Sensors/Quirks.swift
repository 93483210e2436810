/// What a device needs that cannot be seen in its attributes: properties `PARALLAXD_…` of the udev database.
package struct Quirks: Hashable, Sendable {
    /// `PARALLAXD_RATE`: the least sampling rate, hertz.
    package var rate: Double?

    package init() {}

    /// `property` gives the value of a udev property. What cannot be is left out.
    package init(_ property: (String) -> String?) {
        rate = property("PARALLAXD_RATE").flatMap(Double.init).flatMap {
            (1...10_000).contains($0) ? $0 : nil
        }
    }
}

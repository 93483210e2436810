/// What a carousel shows of one thing.
public struct Card: Identifiable, Hashable, Sendable {
    public let id: String
    /// Shown large.
    public var title: String
    /// Shown small, below the title.
    public var subtitle: String
    /// The picture's name; what it stands for is the application's affair.
    public var image: String

    /// A card whose `id` no other card has.
    public init(id: String, title: String, subtitle: String, image: String) {
        self.id = id
        self.title = title
        self.subtitle = subtitle
        self.image = image
    }

    /// Five cities.
    public static let cities = [
        Card(id: "mumbai", title: "Mumbai", subtitle: "India", image: "mumbai"),
        Card(id: "new-york", title: "New York", subtitle: "United States", image: "new-york"),
        Card(id: "london", title: "London", subtitle: "United Kingdom", image: "london"),
        Card(id: "alaska", title: "Alaska", subtitle: "United States", image: "alaska"),
        Card(id: "paris", title: "Paris", subtitle: "France", image: "paris"),
    ]
}

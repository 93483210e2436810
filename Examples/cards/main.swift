import ParallaxKit

/// A carousel of five cities, dragged from the first towards the third and let go.

let cities = Card.cities
let layout = ParallaxCards().layout(in: LayoutSize(width: 400, height: 550), count: cities.count)
print(
    "card \(layout.cardSize.width) × \(layout.cardSize.height), picture \(layout.imageSize.width.rounded()) wide"
)

for offset in stride(from: 0.0, through: 600, by: 150) {
    for (index, city) in cities.enumerated() {
        let frame = layout.frame(ofCard: index, offset: offset)
        guard frame.maxX > 0, frame.minX < layout.size.width else { continue }
        let shown = layout.appearance(minX: frame.minX)
        let scale = (shown.card.scale * 1_000).rounded() / 1_000
        let picture = shown.image.offset.x.rounded()
        print("\(offset): \(city.title) at \(frame.minX), scale \(scale), picture \(picture)")
    }
}

let goal = layout.settle(offset: 600, velocity: 300)
let index = Int((goal / layout.pitch).rounded())
print("let go at 600: settles at \(goal), \(cities[index].title), \(cities[index].subtitle)")

let stops = ParallaxCards().style.gradient.map(\.opacity)
print("black over the picture, from the top: \(stops)")

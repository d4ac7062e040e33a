/// A product with its category.
struct MockProduct: Sendable {
  let name: String
  let category: MockCategory
  let pack: String

  /// Uses each product once before any is repeated.
  init(_ order: MockOrder, _ random: inout MockRandom) {
    let (category, style, thing) = Self.all[order.shuffled(Self.all.count)]
    self.category = category
    name = style + " " + thing
    pack = String(random.pick([4, 6, 8, 10, 12, 20, 24, 36, 48])) + " " + random.pick(category.packs)
  }

  /// The names of all products.
  static let names = all.map { $0.1 + " " + $0.2 }

  private static let all: [(MockCategory, String, String)] = MockCategory.all.flatMap { category in
    category.styles.flatMap { style in category.things.map { (category, style, $0) } }
  }
}

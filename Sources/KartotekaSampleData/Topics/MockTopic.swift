/// A row of the table of topics: names of attributes and the generator of their texts.
struct MockTopic: Sendable {
  typealias Make = @Sendable (inout MockRecord, inout MockRandom) -> String

  /// The names, separated by commas: words of an attribute's name, or `noun: words` for one entity.
  let names: String
  /// All values, if the record's ``MockOrder`` permutes them.
  let pool: [String]
  /// Whether it is a code without a meaning.
  let isCode: Bool
  let make: Make

  init(_ names: String, pool: [String] = [], isCode: Bool = false, make: @escaping Make) {
    self.names = names
    self.pool = pool
    self.isCode = isCode
    self.make = make
  }

  /// Random texts of a fixed list.
  init(_ names: String, any pool: [String]) {
    self.init(names, pool: pool) { _, random in random.pick(pool) }
  }

  /// The topic of an attribute's text.
  static func find(_ hint: MockHint) -> MockTopic? {
    switch hint.words {
    case ["name"] where hint.isPerson: table["full name"]
    case let words where hint.hasCity && words.last == "address" && !words.contains { $0.hasSuffix("mail") }:
      table["street"]
    case ["state"] where !hint.hasCity: table["status"]
    default: hint.find(in: table)
    }
  }

  private static let table = MockHint.table(people + places + work + words) { $0.names }
}

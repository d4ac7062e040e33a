/// One row of the table of what texts can be about: the attribute names it is for, and how such a text is
/// made.
struct MockTopic: Sendable {
  typealias Make = @Sendable (inout MockRecord, inout MockRandom) -> String

  /// The names, separated by commas: words of the attribute's name, or `noun: words` for one entity only.
  let names: String
  /// All values there are, where the record's ``MockOrder`` deals them out.
  let pool: [String]
  /// Whether it is a code that only has to differ from others.
  let isCode: Bool
  let make: Make

  init(_ names: String, pool: [String] = [], isCode: Bool = false, make: @escaping Make) {
    self.names = names
    self.pool = pool
    self.isCode = isCode
    self.make = make
  }

  /// Texts of a fixed list, at random.
  init(_ names: String, any pool: [String]) {
    self.init(names, pool: pool) { _, random in random.pick(pool) }
  }

  /// What an attribute's text is about.
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

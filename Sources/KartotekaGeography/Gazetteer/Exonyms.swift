import KartotekaModel

/// What a language calls cities that it has a name of its own for.
struct Exonyms: Sendable {
  /// The names, each with the number of its city.
  let table: NameTable
  /// The line of a city's name.
  private let lines: [Int: Int]

  /// The names of lines that are sorted by their keys, as `Data/exonyms.py` writes them.
  init(_ text: String) {
    let table = NameTable(text)
    self.table = table
    let cities = (0..<table.count).map { (Self.city(of: $0, table), $0) }
    lines = Dictionary(cities, uniquingKeysWith: { first, _ in first })
  }

  /// The languages that have such names.
  static let languages: [Language] = [.polish, .russian]

  /// All that is shipped.
  static var shipped: [Language: Exonyms] {
    Dictionary(
      uniqueKeysWithValues: languages.map { ($0, Exonyms(Embedded.text("exonyms.\($0.code).tsv"))) })
  }

  /// The city that a line names.
  func city(of line: Int) -> Int { Self.city(of: line, table) }

  /// What the language calls a city; nil where it has no name of its own.
  func name(of city: Int) -> String? { lines[city].map { String(table.fields($0)[0]) } }

  // Three digits to base 36, behind a tab.
  private static func city(of line: Int, _ table: NameTable) -> Int {
    table.withRest(of: line) { $0.dropFirst().reduce(0) { $0 * 36 + Gazetteer.digit($1) } } ?? 0
  }
}

import KartotekaModel

/// The names of cities in a language that has its own names for foreign cities.
struct Exonyms: Sendable {
  /// The names, each with the number of its city.
  let table: NameTable
  /// The line of each city's name.
  private let lines: [Int: Int]

  /// Reads lines that are sorted by their keys, as `Data/exonyms.py` writes them.
  init(_ text: String) {
    let table = NameTable(text)
    self.table = table
    let cities = (0..<table.count).map { (Self.city(of: $0, table), $0) }
    lines = Dictionary(cities, uniquingKeysWith: { first, _ in first })
  }

  /// The languages with exonyms.
  static let languages: [Language] = [.polish, .russian]

  /// The exonyms in the resources.
  static var shipped: [Language: Exonyms] {
    Dictionary(
      uniqueKeysWithValues: languages.map { ($0, Exonyms(WorldFiles.text("exonyms.\($0.code).tsv"))) })
  }

  /// The number of the city in a line.
  func city(of line: Int) -> Int { Self.city(of: line, table) }

  /// The exonym of a city; nil if it has none.
  func name(of city: Int) -> String? { lines[city].map { String(table.fields($0)[0]) } }

  // Three base-36 digits after a tab.
  private static func city(of line: Int, _ table: NameTable) -> Int {
    table.withRest(of: line) { $0.dropFirst().reduce(0) { $0 * 36 + Gazetteer.digit($1) } } ?? 0
  }
}

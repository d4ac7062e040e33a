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

/// A city of the ``Gazetteer`` with its names in the supported languages.
public struct NamedCity: Hashable, Sendable {
  /// The GeoNames id.
  public let geonameID: Int
  /// The names by language code. A language without a known name is omitted.
  public let names: [String: String]
}

extension Gazetteer {
  /// The maximum distance between the positions of a city in two sources, in kilometres.
  private static let tolerance = 10.0

  /// The city with a name, in any language, at a position; nil if there is none.
  public func city(called name: String, at position: Coordinate, in country: CountryCode) -> NamedCity? {
    let near = entries(named: name, in: country).compactMap { entry -> (id: Int, line: Int, distance: Double)? in
      let fields = cities.fields(entry.rank.city)
      guard entry.rank.fit.isWhole, let id = Int(fields[3]), let there = Self.position(fields) else { return nil }
      return (id, entry.rank.city, GreatCircle.kilometres(there, position))
    }
    guard let city = near.min(by: { $0.distance < $1.distance }), city.distance < Self.tolerance else { return nil }
    return NamedCity(geonameID: city.id, names: names(of: city.line))
  }

  // Polish uses a city's own name if it has no exonym, and Russian the one of a city in Russia. Others have no Russian name:
  // GeoNames' other names don't say their language, so that they may be Ukrainian, Serbian or old.
  private func names(of city: Int) -> [String: String] {
    let own = String(cities.fields(city)[0])
    var names = [Language.english.code: own]
    names[Language.polish.code] = exonyms[.polish]?.name(of: city) ?? own
    names[Language.russian.code] = exonyms[.russian]?.name(of: city) ?? russianName(of: city)
    return names
  }
}

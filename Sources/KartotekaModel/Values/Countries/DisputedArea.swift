/// An area that is drawn as a part of a country, while others regard it as a part of another one or as one of its own.
/// Searches find the country by it.
struct DisputedArea: Sendable {
  /// The country in which it is drawn.
  let country: CountryCode
  private let names: [String]

  /// The name in a language, in English where there is none.
  func name(in language: Language) -> String {
    if let index = Self.languages.firstIndex(of: language) { return names[index] }
    return language.rules.countries[names[0]] ?? names[0]
  }

  // In all languages of the process.
  private var allNames: [String] { names + Language.all.compactMap { $0.rules.countries[names[0]] } }

  /// The area whose name in any language is a text or begins with it.
  static func named(_ text: String) -> DisputedArea? {
    let key = CountryIndex.key(text.prefix(CountrySearch.longest))
    // Fewer letters begin the names of countries, too.
    guard key.unicodeScalars.count > 3 else { return nil }
    return all.first { $0.allNames.contains { CountryIndex.key($0).hasPrefix(key) } }
  }

  static var aliases: [(country: CountryCode, name: String)] {
    all.flatMap { area in area.allNames.map { (area.country, $0) } }
  }

  private static let languages = [Language.english, .polish, .russian]

  // In the order of those languages.
  private static let all = [
    ("UA", ["Crimea", "Krym", "Крым"]), ("GE", ["Abkhazia", "Abchazja", "Абхазия"]),
    ("GE", ["South Ossetia", "Osetia Południowa", "Южная Осетия"]),
    ("MD", ["Transnistria", "Naddniestrze", "Приднестровье"]),
    ("CY", ["Northern Cyprus", "Cypr Północny", "Северный Кипр"]), ("SO", ["Somaliland", "Somaliland", "Сомалиленд"]),
  ].compactMap { code, names in CountryCode(code).map { DisputedArea(country: $0, names: names) } }
}

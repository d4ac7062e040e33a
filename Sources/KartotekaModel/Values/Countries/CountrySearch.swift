/// Finds countries by the letters that a person has typed so far.
public enum CountrySearch {
  // The maximum length of a search; longer text is no name.
  static let longest = 200

  /// The countries that a text may denote, the likeliest first: names that begin with it, those of the person's
  /// language first, then names with a word that does. Typing errors are tolerated only if nothing else is found.
  public static func search(_ text: String, in language: Language, limit: Int) -> [CountryCode] {
    let key = CountryIndex.key(text.prefix(longest))
    guard !key.isEmpty, limit > 0 else { return [] }
    var found: [CountryCode: Int] = [:]
    for name in CountryIndex.shared.names {
      if let rank = rank(name, key, language) { found[name.country] = min(found[name.country] ?? .max, rank) }
    }
    if let country = country(ofCode: text, key) { found[country.0] = min(found[country.0] ?? .max, country.rank) }
    if found.isEmpty { found = similar(to: key, language) }
    return Array(sorted(found, language).prefix(limit))
  }

  /// The area that maps draw with a country while others regard it as a part of another one, by the beginning of its name;
  /// nil for other texts.
  public static func disputedArea(_ text: String, in language: Language) -> (country: CountryCode, name: String)? {
    DisputedArea.named(text).map { ($0.country, $0.name(in: language)) }
  }

  /// The country whose name is most similar to a text that names none.
  package static func nearest(to text: String, in language: Language = .english) -> CountryCode? {
    guard text.utf8.count <= longest else { return nil }
    let key = CountryIndex.key(text)
    let limit = EditDistance.forgiven(in: key)
    guard limit > 0 else { return nil }
    let letters = CountryIndex.letters(of: key)
    var found: [CountryCode: Int] = [:]
    for name in CountryIndex.shared.names where (name.letters ^ letters).nonzeroBitCount <= 2 * limit {
      guard let errors = EditDistance.between(key, name.key, limit: limit) else { continue }
      let rank = errors * 2 + (name.language == language ? 0 : 1)
      found[name.country] = min(found[name.country] ?? .max, rank)
    }
    return sorted(found, language).first
  }

  private static func rank(_ name: CountryIndex.Name, _ key: String, _ language: Language) -> Int? {
    let isOwn = name.language == language
    if name.key == key { return isOwn ? 0 : 1 }
    if name.key.hasPrefix(key) { return isOwn ? 2 : 4 }
    return name.key.contains(" " + key) ? isOwn ? 5 : 6 : nil
  }

  // Two letters are more often a prefix of a name than a code, unless they are in upper case.
  private static func country(ofCode text: String, _ key: String) -> (CountryCode, rank: Int)? {
    guard let country = CountryIndex.shared.countries[key],
      [country.code, country.threeLetters].contains(key.uppercased())
    else { return nil }
    return (country, text.contains(where: \.isLowercase) ? 3 : 0)
  }

  private static func similar(to key: String, _ language: Language) -> [CountryCode: Int] {
    // Three letters are similar to too many names.
    guard key.unicodeScalars.count > 3 else { return [:] }
    let limit = EditDistance.forgiven(in: key)
    var found: [CountryCode: Int] = [:]
    for name in CountryIndex.shared.names {
      let words = name.key.split(separator: " ")
      // From the beginning, or from a later word: "herzgovina".
      for start in words.indices {
        let rest = words[start...].joined(separator: " ")
        guard let errors = EditDistance.between(key, beginningOf: rest, limit: limit) else { continue }
        let rank =
          errors * 8 + (start == 0 ? 0 : 4) + (name.language == language ? 0 : 2)
          + (rest.count > key.count + limit ? 1 : 0)
        found[name.country] = min(found[name.country] ?? .max, rank)
      }
    }
    // Beside a whole name that is similar ("polnd", Poland), the beginnings of longer names are noise ("północna …").
    let hasWholeName = (found.values.min() ?? 1).isMultiple(of: 2)
    return hasWholeName ? found.filter { $0.value.isMultiple(of: 2) } : found
  }

  private static func sorted(_ found: [CountryCode: Int], _ language: Language) -> [CountryCode] {
    let collation = Collation(language)
    return found.map {
      (rank: $1, isTerritory: $0.isSovereign ? 0 : 1, key: collation.key($0.name(in: language)), country: $0)
    }
    .sorted { ($0.rank, $0.isTerritory, $0.key) < ($1.rank, $1.isTerritory, $1.key) }.map(\.country)
  }
}

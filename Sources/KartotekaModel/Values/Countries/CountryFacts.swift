/// The facts about a country beside its names, shared, so that a code takes two words of memory.
final class CountryFacts: Sendable {
  let threeLetters: String
  let continent: Continent
  let isSovereign: Bool
  let position: Coordinate
  let capital: String?

  private init(
    threeLetters: String, continent: Continent, isSovereign: Bool, position: Coordinate, capital: String?
  ) {
    self.threeLetters = threeLetters
    self.continent = continent
    self.isSovereign = isSovereign
    self.position = position
    self.capital = capital
  }

  /// The facts by two-letter code, read from ``CountryTable`` on first use.
  static let all: [String: CountryFacts] = {
    var all: [String: CountryFacts] = [:]
    for line in CountryTable.lines.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 6)
      guard words.count > 5, let continent = Continent(geoNames: words[2]),
        let position = Coordinate("\(words[4]),\(words[5])")
      else { continue }
      all[String(words[0])] = CountryFacts(
        threeLetters: String(words[1]), continent: continent, isSovereign: words[3] == "C", position: position,
        capital: words.count > 6 ? String(words[6]) : nil)
    }
    return all
  }()

}

extension Continent {
  fileprivate init?(geoNames code: Substring) {
    switch code {
    case "AF": self = .africa
    case "NA", "SA": self = .americas
    case "AS": self = .asia
    case "EU": self = .europe
    case "OC": self = .oceania
    case "AN": self = .antarctica
    default: return nil
    }
  }
}

/// A continent, by which countries are counted.
///
/// A country is in one only, as in GeoNames: Russia and Cyprus in Europe; Turkey, Georgia, Armenia, Azerbaijan and
/// Kazakhstan in Asia; Egypt in Africa; East Timor in Oceania.
public enum Continent: String, Sendable, Codable, CaseIterable {
  case africa, americas, asia, europe, oceania, antarctica

  /// The name that people read.
  public var name: Phrase {
    switch self {
    case .africa: "Africa"
    case .americas: "Americas"
    case .asia: "Asia"
    case .europe: "Europe"
    case .oceania: "Oceania"
    case .antarctica: "Antarctica"
    }
  }
}

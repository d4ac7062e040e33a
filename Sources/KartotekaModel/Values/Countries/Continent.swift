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

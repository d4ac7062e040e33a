/// A part of the world that countries are counted by.
///
/// A country is in one only, where GeoNames has it: Russia and Cyprus in Europe; Turkey, Georgia, Armenia, Azerbaijan
/// and Kazakhstan in Asia; Egypt in Africa; East Timor in Oceania.
public enum Continent: String, Sendable, Codable, CaseIterable {
  case africa, americas, asia, europe, oceania, antarctica

  /// What people call it.
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

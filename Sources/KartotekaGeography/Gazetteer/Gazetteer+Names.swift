import KartotekaModel

/// A city of the ``Gazetteer`` with its names in the program's languages.
public struct NamedCity: Hashable, Sendable {
  /// Its number at GeoNames.
  public let geonameID: Int
  /// Its names, by the codes of languages; none in a language that has no known name for it.
  public let names: [String: String]
}

extension Gazetteer {
  /// How far from each other two sources may place one city, in kilometres.
  private static let tolerance = 10.0

  /// The city that lies at a place and has a name, in whatever language; nil for a place that is not listed.
  public func city(called name: String, at position: Coordinate, in country: CountryCode) -> NamedCity? {
    let near = entries(named: name, in: country).compactMap { entry -> (id: Int, line: Int, distance: Double)? in
      let fields = cities.fields(entry.rank.city)
      guard entry.rank.fit.isWhole, let id = Int(fields[3]), let there = Self.position(fields) else { return nil }
      return (id, entry.rank.city, GreatCircle.kilometres(there, position))
    }
    guard let city = near.min(by: { $0.distance < $1.distance }), city.distance < Self.tolerance else { return nil }
    return NamedCity(geonameID: city.id, names: names(of: city.line))
  }

  // Where Polish has no name of its own, it uses the city's own; Russian writes all names in Cyrillic.
  private func names(of city: Int) -> [String: String] {
    let own = String(cities.fields(city)[0])
    var names = [Language.english.code: own]
    names[Language.polish.code] = exonyms[.polish]?.name(of: city) ?? own
    names[Language.russian.code] = exonyms[.russian]?.name(of: city) ?? cyrillicName(of: city)
    return names
  }
}

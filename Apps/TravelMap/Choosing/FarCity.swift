import Kartoteka

/// A city that is far outside of its country or inside another one. Screens ask for a confirmation, because typing errors
/// are likely.
struct FarCity {
  /// The maximum distance in kilometres without a question: islands off a coast, coarse borders.
  private static let near = 300.0
  /// The maximum distance on another country's land; the outlines are accurate to about twenty kilometres.
  private static let within = 40.0

  let city: Record<City>
  let country: CountryCode
  let kilometres: Int

  /// Nil if the position is near the country or missing.
  init?(_ city: Record<City>, from country: CountryCode) {
    guard let position = city.position else { return nil }
    let distance = position.kilometres(to: country)
    let isElsewhere = position.lands.contains { $0 != country }
    guard distance > (isElsewhere ? Self.within : Self.near) else { return nil }
    self.city = city
    self.country = country
    // Rounded to ten.
    kilometres = Int(clampingNearest: distance / 10) * 10
  }

  func phrase(_ say: Localizer) -> Phrase {
    Phrase(
      "{place} is {count} km from {country}.",
      [
        "place": city.any.titleArgument, "count": .count(kilometres),
        "country": .text(country.name(in: say.language)),
      ])
  }
}

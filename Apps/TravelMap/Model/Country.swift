import Kartoteka

/// A visited country.
public struct Country: Entity {
  // Needs a type annotation: its default names another property whose default names this one.
  let isoCode: Attribute<CountryCode> = Attribute(
    "Country", .required, .unique, .title, .aliases("ISO code", "code"), .default(from: \Country.name))
  let name = Attribute<String>("Name", .length(0...120), .default(from: \Country.isoCode))
  let position = Attribute<Coordinate>("Position", .default(from: \Country.isoCode))
  let note = Attribute<String>("Note", .multiline)
  let cities = ToMany<City>("Cities", inverse: \.country)
  let pictures = ToMany<Picture>("Pictures", inverse: \.country)
  let cityCount = Computed<Country, Int>("Number of cities") { .sum(\.cities, of: 1) }

  /// The declaration; records are `Record<Country>`.
  public init() {}
}

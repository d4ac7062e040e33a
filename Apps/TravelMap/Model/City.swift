import Kartoteka

/// A visited city.
public struct City: Entity {
  let name = Attribute<String>("City", .required, .title, .length(1...120), .aliases("name"))
  let country = ToOne<Country>("Country", required: true, onDelete: .cascade)
  let position = Attribute<Coordinate>("Position")
  let dateOfVisit = Attribute<CalendarDate>("Date of visit")
  let geonamesNumber = Attribute<Int>("GeoNames number", .unique, .aliases("geonameid"))
  let englishName = Attribute<String>("English name", .length(0...120), .translating(\City.name, to: .english))
  let polishName = Attribute<String>("Polish name", .length(0...120), .translating(\City.name, to: .polish))
  let russianName = Attribute<String>("Russian name", .length(0...120), .translating(\City.name, to: .russian))

  /// The declaration; records are `Record<City>`.
  public init() {}
}
